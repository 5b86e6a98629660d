/// Markdown that is safe to parse: within a size limit, and without two forms that take cmark-gfm
/// quadratic time.
///
/// Ordinary text is unchanged. Debian 12 has cmark-gfm 0.29.0.gfm.6, where 256 KiB of each form
/// took ten seconds: see decision 0042.
struct BoundedSource {
  private(set) var bytes: [UInt8] = []
  let isCutOff: Bool
  /// The number since the last paragraph or bullet began.
  private var bracketCount = 0

  /// The maximum number of opening brackets in a paragraph; others become blanks.
  private static let maxBrackets = 2048
  /// The maximum number of columns of a table; other bars become blanks.
  private static let maxBars = 1024

  init(_ text: String, maxBytes: Int) {
    isCutOff = text.utf8.count > maxBytes
    bytes.reserveCapacity(min(text.utf8.count, maxBytes))
    let lines = Array(text.utf8.prefix(maxBytes)).split(
      separator: UInt8(ascii: "\n"),
      omittingEmptySubsequences: false
    )
    for line in lines { append(line) }
  }

  private mutating func append(_ line: ArraySlice<UInt8>) {
    if Self.endsParagraph(line) { bracketCount = 0 }
    var barCount = 0
    for byte in line {
      if byte == UInt8(ascii: "[") { bracketCount += 1 }
      if byte == UInt8(ascii: "|") { barCount += 1 }
      let isTooMuch =
        (byte == UInt8(ascii: "[") && bracketCount > Self.maxBrackets)
        || (byte == UInt8(ascii: "|") && barCount > Self.maxBars)
      bytes.append(isTooMuch ? UInt8(ascii: " ") : byte)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Whether a line is blank, or a bullet followed by text.
  private static func endsParagraph(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    guard let first = text.first else { return true }
    let rest = text.dropFirst()
    return "-*+".utf8.contains(first) && rest.first == 0x20 && rest.contains { $0 > 0x20 }
  }
}
