import Reactive

/// A state that events change and screens watch: the engine of every view model.
///
/// ```
/// events ─▶ scan(reduce) ─▶ states ─▶ screens
///    ▲           └────────▶ effects ─▶ pipelines of the view model ─┐
///    └──────────────────────────────────────────────────────────────┘
/// ```
///
/// `events` delivers one event at a time, whichever threads they are sent from and also when an
/// effect answers at once; so the reducer needs no lock. The state is published before its effects
/// begin.
final class StateLoop<State: Sendable & Equatable, Event: Sendable, Effect: Sendable>: Sendable {
  typealias Reduce = @Sendable (inout State, Event) -> [Effect]

  private struct Step: Sendable {
    var state: State
    var effects: [Effect] = []
  }

  let events = PassthroughSubject<Event, Never>()
  let effects = PassthroughSubject<Effect, Never>()
  let states: CurrentValueSubject<State, Never>
  private let running: AnyCancellable

  init(_ initial: State, reduce: @escaping Reduce) {
    let (states, effects) = (CurrentValueSubject<State, Never>(initial), self.effects)
    self.states = states
    running =
      events
      .scan(Step(state: initial)) { step, event in
        var state = step.state
        let effects = reduce(&state, event)
        return Step(state: state, effects: effects)
      }
      .sink { step in
        states.send(step.state)
        for effect in step.effects { effects.send(effect) }
      }
  }

  /// The state of the moment and every other one after it.
  var changes: AnyPublisher<State, Never> {
    states.removeDuplicates().eraseToAnyPublisher()
  }

  /// Sends what a pipeline answers back as events, until the result is dropped.
  func feed(_ answers: some Publisher<Event, Never>) -> AnyCancellable {
    answers.sink { [events] event in events.send(event) }
  }
}
