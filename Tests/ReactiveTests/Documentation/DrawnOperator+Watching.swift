import Reactive

extension DrawnOperator {
  static let watching = [
    Self("sink") { bench in
      let seen = PassthroughSubject<String, MarbleError>()
      let stream = bench["numbers"].sink(
        receiveCompletion: { seen.send(completion: $0) },
        receiveValue: { seen.send($0) }
      )
      return seen.handleEvents(receiveCompletion: { _ in stream.cancel() }).drawn
    },
    Self("assign(to: \\.title)") { bench in
      let window = Window()
      let stream = bench["words"].assertNoFailure().assign(to: \.title, on: window)
      return window.titles.handleEvents(receiveCancel: { stream.cancel() }).drawn
    },
  ]
}

private struct Nothing: TextOutputStream, Sendable {
  func write(_ text: String) {}
}

private final class Window: Sendable {
  let titles = PassthroughSubject<String, MarbleError>()

  var title: String {
    get { "" }
    set { titles.send(newValue) }
  }
}
