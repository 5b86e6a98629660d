import Terminal

/// What ArgumentParser has to say of bad arguments, for a line of ours.
struct ParsingMistake {
  let why: String
  let advice: String

  init(_ message: String) {
    var message = message[...]
    if message.last == "." { message.removeLast() }
    guard let list = message.firstRange(of: Self.listing) else {
      why = String(message)
      advice =
        message.hasPrefix("Unknown option")
        ? "query text that starts with a dash goes behind --; see `ghsearch --help`"
        : "see `ghsearch --help`"
      return
    }
    let words = Self.words(message[list.upperBound...])
    let nearest = Self.value(message).flatMap { NearestWord.to($0, among: words) }
    why = message[..<list.lowerBound] + (nearest.map { ", did you mean '\($0)'?" } ?? "")
    advice = "it takes \(words.joined(separator: ", "))"
  }

  /// How the parser begins to list what a flag takes.
  private static let listing = ". Please provide one of"

  /// Of `'a', 'b' or 'c'`, or of a list with a dash before each.
  private static func words(_ list: Substring) -> [String] {
    if list.contains("\n") {
      return list.split(separator: "\n").dropFirst().map { String($0.trimmingPrefix("  - ")) }
    }
    return list.split(separator: "'").enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }

  private static func value(_ message: Substring) -> String? {
    guard let start = message.firstRange(of: "The value '"),
      let end = message.firstRange(of: "' is invalid for '")
    else { return nil }
    return String(message[start.upperBound..<end.lowerBound])
  }
}
