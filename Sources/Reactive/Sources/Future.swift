/// A publisher of one result, which starts when it is created and is shared by all subscribers.
package final class Future<Output: Sendable, Failure: Error>: Publisher {
  /// A closure that receives the result; calls after the first do nothing.
  package typealias Promise = @Sendable (Result<Output, Failure>) -> Void

  private let broadcast = Broadcast<Output, Failure>(.buffer)

  /// Creates a future and immediately calls the closure with the promise to fulfill.
  package init(_ attemptToFulfill: (@escaping Promise) -> Void) {
    attemptToFulfill { [broadcast] in broadcast.fulfill($0) }
  }

  /// Creates a future that immediately runs an async function; its task is canceled when the last
  /// subscriber cancels.
  package init(
    executorPreference: (any TaskExecutor)? = nil,
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable () async throws(Failure) -> Output
  ) {
    let task = Task(executorPreference: executorPreference, priority: priority) { [broadcast] in
      do throws(Failure) {
        broadcast.fulfill(.success(try await operation()))
      } catch {
        broadcast.fulfill(.failure(error))
      }
    }
    broadcast.start(task)
  }

  package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    broadcast.receive(subscriber: subscriber, of: self)
  }
}

extension Task: Cancellable {}
