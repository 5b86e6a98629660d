import Terminal

/// The lines before this one, for ↑ and ↓.
struct LineRecall: Sendable, Equatable {
  /// Newest first, each once.
  private var lines: [String] = []
  /// Which of them is in the editor; nil for the line of the moment.
  private var place: Int?
  /// The line of the moment while an older one is in the editor.
  private var draft = ""

  /// Lines of earlier times come behind those of this one.
  mutating func learn(_ texts: [String]) {
    let known = Set(lines)
    lines += texts.filter { !known.contains($0) }
  }

  /// A line was entered.
  mutating func add(_ line: String) {
    place = nil
    guard !line.isEmpty else { return }
    lines = Array(([line] + lines.filter { $0 != line }).prefix(Self.mostLines))
  }

  var all: [String] { lines }

  mutating func older(than text: String) -> String? {
    let next = place.map { $0 + 1 } ?? 0
    guard lines.indices.contains(next) else { return nil }
    if place == nil { draft = text }
    place = next
    return lines[next]
  }

  mutating func newer() -> String? {
    guard let place else { return nil }
    self.place = place > 0 ? place - 1 : nil
    return place > 0 ? lines[place - 1] : draft
  }

  private static let mostLines = 2_000
}
