package import GitHubModel
package import Terminal

/// The color that GitHub shows beside a language (github-linguist's `languages.yml`).
package enum LanguageColor {
  /// The color; dim for uncommon languages.
  package static func style(of language: String) -> CellStyle {
    guard let value = colors[language] else { return Theme.dim }
    return .foreground(
      .rgb(
        UInt8(truncatingIfNeeded: value >> 16),
        UInt8(truncatingIfNeeded: value >> 8),
        UInt8(truncatingIfNeeded: value)
      )
    )
  }

  private static let colors: [String: UInt32] = [
    "Assembly": 0x6E4C13, "Astro": 0xFF5A03, "C": 0x555555, "C#": 0x178600, "C++": 0xF34B7D,
    "CMake": 0xDA3434, "CSS": 0x663399, "Clojure": 0xDB5855, "CoffeeScript": 0x244776,
    "Common Lisp": 0x3FB68B, "Crystal": 0x000100, "Cuda": 0x3A4E3A, "D": 0xBA595E,
    "Dart": 0x00B4AB, "Dockerfile": 0x384D54, "Elixir": 0x6E4A7E, "Elm": 0x60B5CC,
    "Emacs Lisp": 0xC065DB, "Erlang": 0xB83998, "F#": 0xB845FC, "Fortran": 0x4D41B1,
    "GLSL": 0x5686A5, "Go": 0x00ADD8, "Groovy": 0x4298B8, "HCL": 0x844FBA, "HTML": 0xE34C26,
    "Haskell": 0x5E5086, "Java": 0xB07219, "JavaScript": 0xF1E05A, "Julia": 0xA270BA,
    "Jupyter Notebook": 0xDA5B0B, "Kotlin": 0xA97BFF, "Lua": 0x000080, "MATLAB": 0xE16737,
    "MDX": 0xFCB32C, "Makefile": 0x427819, "Markdown": 0x083FA1, "Nim": 0xFFC200,
    "Nix": 0x7E7EFF, "OCaml": 0xEF7A08, "Objective-C": 0x438EFF, "Objective-C++": 0x6866FB,
    "PHP": 0x4F5D95, "Perl": 0x0298C3, "PowerShell": 0x012456, "Python": 0x3572A5,
    "R": 0x198CE7, "Racket": 0x3C5CAA, "Ruby": 0x701516, "Rust": 0xDEA584, "SCSS": 0xC6538C,
    "Sass": 0xA53B70, "Scala": 0xC22D40, "Scheme": 0x1E4AEC, "Shell": 0x89E051,
    "Solidity": 0xAA6746, "Svelte": 0xFF3E00, "Swift": 0xF05138, "SystemVerilog": 0xDAE1C2,
    "TeX": 0x3D6117, "TypeScript": 0x3178C6, "V": 0x4F87C4, "Verilog": 0xB2B7F8,
    "Vim Script": 0x199F4B, "Vue": 0x41B883, "WebAssembly": 0x04133B, "Zig": 0xEC915C,
  ]
}

/// A repository's languages, as a bar of colors and a legend.
package enum LanguageBar {
  /// The maximum number of languages named; the rest are "Other".
  private static let maxNamed = 6
  private static let maxWidth = 60

  /// The lines: only the legend without colors, and none without languages.
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

  /// A language and its share in thousandths.
  private struct Share {
    let name: String
    let permille: Int
    let style: CellStyle
  }

  private static let gap = TextLine.Span("  ")

  private static func shares(of languages: [LanguageShare]) -> [Share] {
    // Shifted so that a thousand times the sum always fits.
    let maxBytes = languages.map(\.bytes).max() ?? 0
    let shift = max(24 - maxBytes.leadingZeroBitCount, 0)
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
