import GitHubModel

/// What a line asks for.
enum REPLRequest: Sendable, Equatable {
  /// The line is blank.
  case nothing
  case query(String)
  case more
  /// True for starring, false for unstarring; rows by their numbers.
  case star(Bool, [Int])
  case favourite(Bool, [Int])
  case view([Int])
  case open([Int])
  case sort(SearchQuery.Sort)
  case order(SearchQuery.Order)
  case limit(Int)
  case history
  case help
  case quit
}

extension REPLRequest {
  /// Reads a line: a command when it begins with a colon, a query otherwise.
  init(_ line: String) throws(REPLFailure) {
    let line = line.trimmingSpaces
    guard line.hasPrefix(":") else {
      self = line.isEmpty ? .nothing : .query(line)
      return
    }
    let words = line.dropFirst().split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first else { throw REPLFailure(unknown: "") }
    guard let command = REPLCommand.named(name) else { throw REPLFailure(unknown: name) }
    self = try command.request(Array(words.dropFirst()))
  }
}

extension String {
  /// Without the white space around it.
  var trimmingSpaces: String {
    let end = lastIndex { !$0.isWhitespace }
    return end.map { String(self[...$0].drop(while: \.isWhitespace)) } ?? ""
  }
}
