/// Styled text as bytes for a terminal.
package struct StyledText: Sendable {
  private let colors: ColorDepth
  private let hasHyperlinks: Bool
  var bytes: [UInt8] = []
  private(set) var style = CellStyle.plain
  private(set) var link: Link?

  /// - Parameters:
  ///   - colors: ``ColorDepth/none`` keeps bold and reverse.
  ///   - hasHyperlinks: Whether links are written (OSC 8).
  package init(colors: ColorDepth, hasHyperlinks: Bool) {
    (self.colors, self.hasHyperlinks) = (colors, hasHyperlinks)
  }

  /// Appends text in a style, with an optional link.
  package mutating func append(_ text: SafeText, _ style: CellStyle, link: Link? = nil) {
    set(style, link)
    bytes.append(contentsOf: text.description.utf8)
  }

  /// Ends the style and link with the line, so that lines are independent.
  package mutating func endLine() {
    set(.plain, nil)
    bytes.append(UInt8(ascii: "\n"))
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func set(_ wanted: CellStyle, _ wantedLink: Link?) {
    if wanted != style {
      begin(wanted)
      style = wanted
    }
    guard wantedLink != link else { return }
    link = wantedLink
    if hasHyperlinks { bytes.append(contentsOf: Link.sequence(link).utf8) }
  }

  // MARK: Styles

  /// Begins a new style in SGR parameters (ECMA-48, 8.3.117), resetting the old one if any of it
  /// would remain.
  private mutating func begin(_ wanted: CellStyle) {
    let (old, new) = (shown(style), shown(wanted))
    guard old != new else { return }
    bytes.append(contentsOf: "\u{1B}[".utf8)
    // An omitted parameter is 0, which resets everything.
    if !new.replaces(old) { bytes.append(Self.separator) }
    for (attribute, parameter) in Self.parameters where new.attributes.contains(attribute) {
      write(parameter)
    }
    write(new.foreground, base: 30)
    write(new.background, base: 40)
    bytes[bytes.count - 1] = UInt8(ascii: "m")
  }

  /// The part of a style that this terminal can show.
  private func shown(_ style: CellStyle) -> CellStyle {
    switch colors {
    case .none: CellStyle(Self.withoutColors(style.attributes))
    case .palette:
      CellStyle(
        style.attributes,
        foreground: style.foreground.nearestInPalette,
        background: style.background.nearestInPalette
      )
    case .trueColor: style
    }
  }

  /// Bold and reverse, which every terminal shows; underline becomes bold.
  private static func withoutColors(_ attributes: CellStyle.Attributes) -> CellStyle.Attributes {
    attributes.intersection([.bold, .reverse])
      .union(attributes.contains(.underline) ? .bold : [])
  }

  private static let separator = UInt8(ascii: ";")

  /// The parameter that enables each attribute.
  private static let parameters: [(CellStyle.Attributes, Int)] = [
    (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7), (.strikethrough, 9),
  ]

  /// Writes a color: 30 to 37 and 90 to 97 for the palette, 38;2;r;g;b for others.
  private mutating func write(_ color: Color, base: Int) {
    switch color {
    case .terminalDefault: break
    case .palette(let index): write(Int(index) + (index < 8 ? base : base + 52))
    case .rgb(let red, let green, let blue):
      write(base + 8)
      for parameter in [2, red, green, blue] { write(Int(parameter)) }
    }
  }

  private mutating func write(_ parameter: Int) {
    bytes.append(contentsOf: String(parameter).utf8)
    bytes.append(Self.separator)
  }
}

extension CellStyle {
  /// Whether this style overrides all of the old one.
  fileprivate func replaces(_ old: Self) -> Bool {
    attributes.isSuperset(of: old.attributes)
      && (foreground != .terminalDefault || old.foreground == .terminalDefault)
      && (background != .terminalDefault || old.background == .terminalDefault)
  }
}

package enum ColorDepth: Sendable, Hashable {
  /// Only bold and reverse, for `NO_COLOR` (https://no-color.org).
  case none
  case palette, trueColor
}

extension CellStyle {
  /// Wraps text in this style, with the user's palette of sixteen colors.
  package func callAsFunction(_ text: String) -> String {
    var styled = StyledText(colors: .palette, hasHyperlinks: false)
    styled.set(self, nil)
    return styled.bytes.isEmpty ? text : styled.text + text + "\u{1B}[0m"
  }
}
