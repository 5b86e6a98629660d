import Reactive
import ReactiveTesting

/// Everything a publisher sends immediately to a subscriber with unlimited demand.
func history<P: Publisher>(_ publisher: P) -> [Event<P.Output, P.Failure>]
where P.Output: Sendable {
  Recorder(publisher).events
}

/// A stream that sends some values and then fails.
func failing(after values: Int...) -> Record<Int, Problem> {
  Record(output: values, completion: .failure(.broken))
}
