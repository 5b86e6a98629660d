import System

/// The lines of a text, returned one by one.
final class TextLines: LineReading {
  private let rest: Guarded<ArraySlice<String>>

  init(_ text: String) {
    rest = Guarded(text.split(whereSeparator: \.isNewline).map(String.init)[...])
  }

  func next() async -> LineRead {
    rest.withLock { $0.popFirst() }.map(LineRead.line) ?? .end
  }
}
