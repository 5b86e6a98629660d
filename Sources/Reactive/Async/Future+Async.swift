extension Future where Output: Sendable {
  /// Makes a future from an asynchronous closure, which starts at once in a task of its own.
  ///
  /// The task is cancelled when the last of the subscribers has cancelled before the result was
  /// there. An operation that answers cancellation by throwing ends the stream with that error.
  ///
  /// ```swift
  /// query
  ///   .map { text in Future { try await search(text) } }
  ///   .switchToLatest()  // a new text cancels the search for the old one
  /// ```
  public convenience init(
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable () async throws(Failure) -> Output
  ) {
    self.init()
    let task = Task(priority: priority) { [fulfill] in
      do throws(Failure) {
        fulfill(.success(try await operation()))
      } catch {
        fulfill(.failure(error))
      }
    }
    onAbandon { task.cancel() }
  }
}

extension Future where Output: Sendable, Failure == Never {
  /// The result, waited for.
  public var value: Output {
    get async {
      switch await result() {
      case .success(let value): value
      }
    }
  }
}

extension Future where Output: Sendable {
  /// The result, waited for; throws the error if it is one.
  public var value: Output {
    get async throws {
      try await result().get()
    }
  }

  private func result() async -> Result<Output, Failure> {
    await withCheckedContinuation { continuation in
      wait(as: CombineIdentifier()) { continuation.resume(returning: $0) }
    }
  }
}
