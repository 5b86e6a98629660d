extension REPLCommand {
  /// Reads what stands behind the name.
  func request(_ words: [String]) throws(REPLFailure) -> REPLRequest {
    switch argument {
    case .none(let request):
      guard words.isEmpty else { throw failure("it takes nothing") }
      return request
    case .rows(let request): return request(try rows(words))
    case .number(let range, let request):
      guard words.count == 1, let number = Self.count(words[0]), range.contains(number) else {
        throw failure("it takes a number from \(range.lowerBound) to \(range.upperBound)")
      }
      return request(number)
    case .word(let choices):
      guard words.count == 1, let choice = choices.first(where: { $0.word == words[0] }) else {
        throw failure("it takes one of \(choices.map(\.word).joined(separator: ", "))")
      }
      return choice.request
    }
  }

  /// The numbers of rows in the order written, each once; commas are as good as spaces.
  private func rows(_ words: [String]) throws(REPLFailure) -> [Int] {
    var numbers: [Int] = []
    for word in words.flatMap({ $0.split(separator: ",") }) {
      guard let range = Self.range(word) else { throw failure("\"\(word)\" is no number of a row") }
      for number in range where !numbers.contains(number) { numbers.append(number) }
    }
    guard !numbers.isEmpty else { throw failure("it takes the numbers of rows") }
    return numbers
  }

  private static func range(_ word: Substring) -> ClosedRange<Int>? {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { count($0) }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
      1 <= first, first <= last, last <= mostRow
    else { return nil }
    return first...last
  }

  /// Digits alone, no sign.
  private static func count(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { 48...57 ~= $0 } ? Int(text) : nil
  }

  /// More rows than can ever be shown.
  private static let mostRow = 10_000

  private func failure(_ why: String) -> REPLFailure {
    let advice = takesRows ? "write \(usage), as in :\(name) 1 3-5" : "write \(usage)"
    return REPLFailure(.usage, ":\(name)", why, advice: advice)
  }

  private var takesRows: Bool {
    if case .rows = argument { true } else { false }
  }
}
