/// A publisher of one result, which it starts to get when it is created, and which every subscriber
/// gets.
package final class Future<Output: Sendable, Failure: Error>: Publisher {
  /// A closure that takes the result; calls after the first do nothing.
  package typealias Promise = @Sendable (Result<Output, Failure>) -> Void

  private let broadcast = Broadcast<Output, Failure>(.buffer)

  /// Creates a future, and calls the closure at once with the promise to fulfill.
  package init(_ attemptToFulfill: (@escaping Promise) -> Void) {
    attemptToFulfill { [broadcast] in broadcast.fulfill($0) }
  }

  /// Creates a future that runs an async function at once; the task is canceled when the last
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
