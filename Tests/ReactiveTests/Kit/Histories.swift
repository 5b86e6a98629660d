import Reactive
import ReactiveTesting

/// Everything a publisher sends at once to a subscriber that asks for everything.
func history<P: Publisher>(_ publisher: P) -> [Event<P.Output, P.Failure>]
where P.Output: Sendable {
  Recorder(publisher).events
}

/// The same, with errors of any kind as the one they are in these tests.
func anyHistory<P: Publisher>(_ publisher: P) -> [Event<P.Output, Problem>]
where P.Output: Sendable {
  Recorder(publisher.mapError { $0 as? Problem ?? .custom }).events
}

/// A stream of some values that then fails.
func failing(after values: Int...) -> Record<Int, Problem> {
  Record(output: values, completion: .failure(.broken))
}

/// Gives a value back, or throws for one of them.
@Sendable func except2(_ value: Int) throws -> Int {
  if value == 2 { throw Problem.thrown }
  return value
}
