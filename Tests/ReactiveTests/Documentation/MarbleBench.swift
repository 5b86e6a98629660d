import Reactive
import ReactiveTesting

/// The error that `#` stands for.
struct MarbleError: Error, Equatable {}

typealias Drawn = AnyPublisher<String, MarbleError>

/// Plays the lines of a diagram on a virtual clock, and writes down what comes of it.
final class MarbleBench: Sendable {
  private struct Note: Sendable {
    let label: String
    let moment: Marble.Moment
  }

  let clock = VirtualTimeScheduler()
  private let subjects: [String: PassthroughSubject<String, MarbleError>]
  private let notebook = PassthroughSubject<Note, Never>()
  private let notes: Recorder<Note, Never>

  init(_ diagram: MarbleDiagram) {
    let labels = diagram.lines.map { ($0.label, PassthroughSubject<String, MarbleError>()) }
    subjects = Dictionary(labels) { first, _ in first }
    notes = Recorder(notebook)
  }

  /// A line of the diagram as a stream of texts.
  subscript(_ label: String) -> Drawn {
    guard let subject = subjects[label] else { return Empty().eraseToAnyPublisher() }
    return subject.handleEvents(receiveCancel: { self.note(.cancelled, label) })
      .eraseToAnyPublisher()
  }

  /// A line of the diagram as a stream of numbers.
  func ints(_ label: String) -> AnyPublisher<Int, MarbleError> {
    self[label].map { Int($0) ?? 0 }.eraseToAnyPublisher()
  }

  /// Subscribes to what the operator makes, plays all other lines, and returns what went wrong.
  func play(_ diagram: MarbleDiagram, _ outputs: [Drawn]) -> [String] {
    let inputs = diagram.lines.dropLast(outputs.count)
    let demand = inputs.first { $0.label == "demand" }
    for (line, output) in zip(diagram.lines.suffix(outputs.count), outputs) {
      attach(output, line, demand?.marble)
    }
    for line in inputs { for moment in line.marble.sent { send(moment, line.label) } }
    clock.advance(by: .seconds(diagram.width))
    return diagram.lines.flatMap { line in
      mistakes(in: line, isInput: inputs.contains { $0.label == line.label })
    }
  }

  private func attach(_ output: Drawn, _ line: MarbleDiagram.Line, _ demand: Marble?) {
    let recorder = Recorder<String, MarbleError>(demand: demand == nil ? .unlimited : .none)
    let noted = output.handleEvents(
      receiveOutput: { self.note(.value($0), line.label) },
      receiveCompletion: { self.note($0 == .finished ? .finished : .failed, line.label) }
    )
    .eraseToAnyPublisher()
    at(line.marble.start) { noted.subscribe(recorder) }
    for moment in line.marble.cancellations { at(moment.column) { recorder.cancel() } }
    for moment in demand?.moments ?? [] {
      guard case .value(let text) = moment.mark, let count = Int(text) else { continue }
      at(moment.column) { recorder.request(.max(count)) }
    }
  }

  private func send(_ moment: Marble.Moment, _ label: String) {
    guard let subject = subjects[label] else { return }
    at(moment.column) {
      switch moment.mark {
      case .value(let value): subject.send(value)
      case .finished: subject.send(completion: .finished)
      case .failed: subject.send(completion: .failure(MarbleError()))
      case .cancelled: break
      }
    }
  }

  private func at(_ column: Int, _ action: @escaping @Sendable () -> Void) {
    clock.schedule(after: .init(nanoseconds: 0).advanced(by: .seconds(column)), action)
  }

  private func note(_ mark: Marble.Mark, _ label: String) {
    let column = clock.now.nanoseconds / 1_000_000_000
    notebook.send(Note(label: label, moment: Marble.Moment(column: column, mark: mark)))
  }

  private func mistakes(in line: MarbleDiagram.Line, isInput: Bool) -> [String] {
    let drawn = isInput ? line.marble.cancellations : line.marble.sent
    let seen = notes.values.filter { $0.label == line.label }.map(\.moment)
    return seen == drawn ? [] : ["\(line.label): drawn \(drawn), seen \(seen)"]
  }
}

extension Publisher where Self: Sendable {
  /// The stream as a diagram shows it.
  func drawn(_ text: @escaping @Sendable (Output) -> String) -> Drawn {
    map(text).mapError { _ in MarbleError() }.eraseToAnyPublisher()
  }

  /// The stream as a diagram shows it, values as they print without spaces.
  var drawn: Drawn { drawn { "\($0)".filter { $0 != " " } } }
}
