package import GitHubModel
import Terminal

/// The languages of a repository, as a bar of colors and a legend.
package enum LanguageBar {
  /// Languages with a name of their own; the rest are "Other".
  private static let maxNamed = 6
  private static let maxWidth = 60

  /// The legend alone where colors say nothing; nothing at all without languages.
  package static func lines(
    _ languages: [LanguageShare],
    width: Int,
    isColored: Bool
  ) -> [TextLine] {
    let shares = shares(of: languages)
    guard !shares.isEmpty else { return [] }
    let legend = SpanWrap.lines(
      Array(shares.map { entry($0, isColored: isColored) }.joined(separator: [gap])),
      width: width
    )
    return (isColored ? [bar(shares, width: min(width, maxWidth))] : []) + legend
  }

  /// A language and its share, in thousandths.
  private struct Share {
    let name: String
    let permille: Int
    let style: CellStyle
  }

  private static let gap = TextLine.Span("  ")

  private static func shares(of languages: [LanguageShare]) -> [Share] {
    // Shifted so that a thousand times the sum fits, whatever the server says.
    let most = languages.map(\.bytes).max() ?? 0
    let shift = max(24 - most.leadingZeroBitCount, 0)
    let sizes = languages.prefix(1000).map { Int(max($0.bytes, 0) >> Int64(shift)) }
    let total = max(sizes.reduce(0, +), 1)
    func permille(_ size: Int) -> Int { (size * 1000 + total / 2) / total }
    let named = zip(languages, sizes).prefix(maxNamed).map { language, size in
      Share(
        name: language.language,
        permille: permille(size),
        style: LanguageColor.style(of: language.language)
      )
    }
    let rest = languages.count > maxNamed ? 1000 - named.reduce(0) { $0 + $1.permille } : 0
    return named + (rest > 0 ? [Share(name: "Other", permille: rest, style: .dim)] : [])
  }

  private static func bar(_ shares: [Share], width: Int) -> TextLine {
    var spans: [TextLine.Span] = []
    var (sum, drawn) = (0, 0)
    for (index, share) in shares.enumerated() {
      sum += share.permille
      let end = index == shares.count - 1 ? width : sum * width / 1000
      let cells = String(repeating: "█", count: max(end - drawn, 0))
      spans.append(TextLine.Span(SafeText(cells), share.style))
      drawn = max(end, drawn)
    }
    return TextLine(spans)
  }

  private static func entry(_ share: Share, isColored: Bool) -> [TextLine.Span] {
    let percent = "\(share.permille / 10).\(share.permille % 10)%"
    let dot = isColored ? [TextLine.Span("● ", share.style)] : []
    return dot + [
      TextLine.Span(SafeText(share.name, longest: 60)), TextLine.Span(" "),
      TextLine.Span(SafeText(percent), .dim),
    ]
  }
}
