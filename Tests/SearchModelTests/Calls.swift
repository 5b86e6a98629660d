import System
import Testing

/// Client calls that a test answers by hand; records every call and its cancellation.
final class Calls<Input: Sendable, Output: Sendable>: Sendable {
  private struct Call: Sendable {
    let input: Input
    var continuation: UnsafeContinuation<Output, Never>?
    var isCanceled = false
    var isAnswered = false
  }

  private let calls = Guarded<[Call]>([])
  private let deliver: @Sendable () -> Void

  /// - Parameter deliver: Called after an answer to deliver it.
  init(deliver: @escaping @Sendable () -> Void = {}) {
    self.deliver = deliver
  }

  /// The requests, in order.
  var inputs: [Input] { calls.withLock { $0.map(\.input) } }

  var count: Int { inputs.count }

  /// The indices of calls canceled before they were answered.
  var canceled: [Int] {
    calls.withLock { calls in calls.indices.filter { calls[$0].isCanceled } }
  }

  /// The indices of calls neither answered nor canceled.
  var open: [Int] {
    calls.withLock { calls in
      calls.indices.filter { !calls[$0].isCanceled && !calls[$0].isAnswered }
    }
  }

  /// Returns when the test answers, even after a cancellation.
  func callAsFunction(_ input: Input) async -> Output {
    let index = calls.withLock { calls in
      calls.append(Call(input: input))
      return calls.count - 1
    }
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        calls.withLock { $0[index].continuation = continuation }
      }
    } onCancel: {
      calls.withLock { calls in
        if !calls[index].isAnswered { calls[index].isCanceled = true }
      }
    }
  }

  /// Answers the last call or the given one, even if it was canceled.
  func answer(_ output: Output, at index: Int? = nil) {
    let continuation = calls.withLock { calls -> UnsafeContinuation<Output, Never>? in
      let index = index ?? calls.count - 1
      guard calls.indices.contains(index) else { return nil }
      calls[index].isAnswered = true
      return calls[index].continuation.take()
    }
    guard let continuation else {
      Issue.record("there is no such call")
      return
    }
    continuation.resume(returning: output)
    deliver()
  }
}

extension Calls where Input == Void {
  func callAsFunction() async -> Output { await self(()) }
}
