/// A line of a marble diagram: what happens to one stream, a column for each second.
///
/// ```
/// -a--(1 2|)   a value in column 1; two values and the end in column 4
/// ---#         an error       ---!   a cancellation
/// ```
struct Marble: Equatable {
  enum Mark: Equatable {
    case value(String)
    case finished
    case failed
    case cancelled
  }

  struct Moment: Equatable {
    let column: Int
    let mark: Mark
  }

  /// The column in which it begins.
  let start: Int

  /// The column after the last one.
  let end: Int

  let moments: [Moment]
}

extension Marble {
  /// Reads a line; `nil` if there is a gap in it.
  init?(_ line: Substring) {
    let characters = Array(line)
    guard let start = characters.firstIndex(where: { $0 != " " }) else { return nil }
    var reader = MarbleReader(characters: characters, position: start)
    guard reader.readAll() else { return nil }
    self.init(start: start, end: characters.count, moments: reader.moments)
  }

  /// What was sent, or asked for.
  var sent: [Moment] { moments.filter { $0.mark != .cancelled } }

  /// When it was cancelled, if it was.
  var cancellations: [Moment] { moments.filter { $0.mark == .cancelled } }
}

private struct MarbleReader {
  let characters: [Character]
  var position: Int
  var group: Int?
  var moments: [Marble.Moment] = []

  mutating func readAll() -> Bool {
    while position < characters.count {
      guard readOne() else { return false }
    }
    return group == nil
  }

  private mutating func readOne() -> Bool {
    switch characters[position] {
    case "-" where group == nil: position += 1
    case " " where group != nil: position += 1
    case "(" where group == nil:
      group = position
      position += 1
    case ")" where group != nil:
      group = nil
      position += 1
    case "|": add(.finished, length: 1)
    case "#": add(.failed, length: 1)
    case "!": add(.cancelled, length: 1)
    case " ", "(", ")": return false
    default: addValue()
    }
    return true
  }

  private mutating func addValue() {
    let rest = characters[position...]
    let text = rest.prefix { !"-|#!() ".contains($0) }
    guard !text.isEmpty else { return add(.value("-"), length: 1) }
    add(.value(String(text)), length: text.count)
  }

  private mutating func add(_ mark: Marble.Mark, length: Int) {
    moments.append(Marble.Moment(column: group ?? position, mark: mark))
    position += length
  }
}
