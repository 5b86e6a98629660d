import Reactive
import ReactiveTesting

/// Everything a publisher sends at once to a subscriber that asks for everything.
func history<P: Publisher>(_ publisher: P) -> [Event<P.Output, P.Failure>]
where P.Output: Sendable {
  Recorder(publisher).events
}

/// A stream of some values that then fails.
func failing(after values: Int...) -> Record<Int, Problem> {
  Record(output: values, completion: .failure(.broken))
}
