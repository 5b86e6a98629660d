/// The shortest way from one style to another in SGR parameters (ECMA-48, 8.3.117).
struct StyleEncoder: Sendable {
  let colors: ColorDepth
  let hasHyperlinks: Bool

  func write(from old: CellStyle, to new: CellStyle, into bytes: inout [UInt8]) {
    let (old, new) = (shown(old), shown(new))
    guard old != new else { return }
    bytes.append(contentsOf: [0x1B, UInt8(ascii: "[")])
    if new != .plain {
      let change = change(from: old, to: new)
      let anew = [0] + parameters(of: new)
      Self.write(change.count <= anew.count ? change : anew, into: &bytes)
    }
    bytes.append(UInt8(ascii: "m"))
  }

  /// The style as far as this terminal shows it.
  private func shown(_ style: CellStyle) -> CellStyle {
    switch colors {
    case .none: CellStyle(style.attributes)
    case .palette:
      CellStyle(
        style.attributes,
        foreground: style.foreground.nearestInPalette,
        background: style.background.nearestInPalette
      )
    case .trueColor: style
    }
  }

  private func parameters(of style: CellStyle) -> [Int] {
    Self.switchingOn(style.attributes) + Self.parameters(of: style.foreground, from: 30)
      + Self.parameters(of: style.background, from: 40)
  }

  private func change(from old: CellStyle, to new: CellStyle) -> [Int] {
    let removed = old.attributes.subtracting(new.attributes)
    var kept = old.attributes.intersection(new.attributes)
    var parameters: [Int] = []
    if !removed.isDisjoint(with: [.bold, .dim]) {
      // One parameter ends both.
      parameters.append(22)
      kept.subtract([.bold, .dim])
    }
    if removed.contains(.underline) { parameters.append(24) }
    if removed.contains(.reverse) { parameters.append(27) }
    parameters += Self.switchingOn(new.attributes.subtracting(kept))
    if old.foreground != new.foreground {
      parameters += Self.parameters(of: new.foreground, from: 30, ending: true)
    }
    if old.background != new.background {
      parameters += Self.parameters(of: new.background, from: 40, ending: true)
    }
    return parameters
  }

  private static func switchingOn(_ attributes: CellStyle.Attributes) -> [Int] {
    var parameters: [Int] = []
    if attributes.contains(.bold) { parameters.append(1) }
    if attributes.contains(.dim) { parameters.append(2) }
    if attributes.contains(.underline) { parameters.append(4) }
    if attributes.contains(.reverse) { parameters.append(7) }
    return parameters
  }

  /// 30 to 37 and 90 to 97 for the palette, 38;2;r;g;b for other colours, 39 for the default.
  private static func parameters(of color: Color, from base: Int, ending: Bool = false) -> [Int] {
    switch color.kind {
    case .terminalDefault: ending ? [base + 9] : []
    case .palette(let index): [index < 8 ? base + index : base + 52 + index]
    case .rgb(let red, let green, let blue): [base + 8, 2, red, green, blue]
    }
  }

  private static func write(_ parameters: [Int], into bytes: inout [UInt8]) {
    for (index, parameter) in parameters.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ";")) }
      // A parameter that is left out counts as 0.
      if parameter > 0 { bytes.append(decimal: parameter) }
    }
  }
}

/// Which colours a terminal shows.
package enum ColorDepth: Sendable, Hashable {
  /// Attributes alone, as `NO_COLOR` asks (https://no-color.org).
  case none
  case palette
  case trueColor
}
