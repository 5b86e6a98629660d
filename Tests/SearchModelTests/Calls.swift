import Locking
import Reactive
import Testing

/// A port that a test answers by hand: writes down every call and whether it was cancelled.
final class Calls<Input: Sendable, Output: Sendable>: Sendable {
  private struct Call: Sendable {
    let input: Input
    let answer = PassthroughSubject<Output, Never>()
    var isCancelled = false
    var isAnswered = false
  }

  private let calls = Guarded<[Call]>([])

  /// What was asked, in order.
  var inputs: [Input] { calls.withLock { $0.map(\.input) } }

  var count: Int { inputs.count }

  /// The calls that were cancelled before they were answered, by index.
  var cancelled: [Int] {
    calls.withLock { calls in calls.indices.filter { calls[$0].isCancelled } }
  }

  /// The calls that nobody answered or cancelled, by index.
  var open: [Int] {
    calls.withLock { calls in
      calls.indices.filter { !calls[$0].isCancelled && !calls[$0].isAnswered }
    }
  }

  func publisher(_ input: Input) -> AnyPublisher<Output, Never> {
    Deferred { [self] in
      let (index, answer) = begin(input)
      return answer.handleEvents(receiveCancel: { [self] in cancel(index) })
    }
    .eraseToAnyPublisher()
  }

  /// Answers the last call, or that one, even when it was cancelled.
  func answer(_ output: Output, at index: Int? = nil) {
    let answer = calls.withLock { calls -> PassthroughSubject<Output, Never>? in
      let index = index ?? calls.count - 1
      guard calls.indices.contains(index) else { return nil }
      calls[index].isAnswered = true
      return calls[index].answer
    }
    if answer == nil { Issue.record("nobody asked") }
    answer?.send(output)
    answer?.send(completion: .finished)
  }

  private func begin(_ input: Input) -> (Int, PassthroughSubject<Output, Never>) {
    calls.withLock { calls in
      let call = Call(input: input)
      calls.append(call)
      return (calls.count - 1, call.answer)
    }
  }

  private func cancel(_ index: Int) {
    calls.withLock { calls in
      if !calls[index].isAnswered { calls[index].isCancelled = true }
    }
  }
}
