extension SafeText: ExpressibleByStringInterpolation {
  /// Literals, and what is put into them, are made safe like all other text.
  package init(stringLiteral text: String) {
    self.init(text)
  }
}

extension SafeText {
  package static let empty: SafeText = ""

  package var isEmpty: Bool { description.isEmpty }

  package var displayWidth: Int { description.displayWidth }

  package static func + (left: Self, right: Self) -> Self {
    Self(joining: left.description + right.description)
  }

  /// The longest start of the text that fits, with `…` for what was cut off.
  package func truncated(toWidth width: Int) -> Self {
    Self(joining: description.truncated(toWidth: width))
  }

  /// Lines of at most that width; see `TextWrap`.
  package func wrapped(toWidth width: Int) -> [Self] {
    TextWrap.lines(description, width: width).map(Self.init(joining:))
  }
}
