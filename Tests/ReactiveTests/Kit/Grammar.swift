import Reactive
import ReactiveTesting

extension Event {
  var isSubscription: Bool { if case .subscription = self { true } else { false } }

  var isEnd: Bool {
    switch self {
    case .finished, .failure: true
    case .subscription, .value: false
    }
  }
}

/// The rules of the grammar that a history violates; empty if there are none.
func mistakes<Value, Failure>(in events: [Event<Value, Failure>]) -> [String] {
  var mistakes: [String] = []
  if let first = events.first, !first.isSubscription { mistakes.append("speaks too early") }
  if events.count(where: \.isSubscription) > 1 { mistakes.append("subscribes twice") }
  let ends = events.count(where: \.isEnd)
  if ends > 1 { mistakes.append("ends twice") }
  if ends > 0, events.last?.isEnd != true { mistakes.append("speaks after the end") }
  return mistakes
}

/// The rules of the grammar that a subscriber has seen violated, including overlapping calls and
/// calls after a cancel.
func mistakes<Input, Failure>(in recorder: Recorder<Input, Failure>) -> [String] {
  var mistakes = mistakes(in: recorder.events)
  if recorder.overlaps > 0 { mistakes.append("speaks twice at a time") }
  if !recorder.eventsAfterCancel.isEmpty { mistakes.append("speaks after cancel has returned") }
  return mistakes
}
