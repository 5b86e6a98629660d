/// The places where invisible characters are kept: where they can affect how their neighbors look.
extension [Unicode.Scalar] {
  /// Whether a joiner or non-joiner is kept: between two pictures, as in a family emoji; between
  /// letters of a script that it shapes, as in Persian `می‌خواهم`; and at the end of such a word
  /// after a virama, as in Malayalam.
  func allowsJoiner(at index: Int) -> Bool {
    guard index > 0 else { return false }
    let (before, joins) = (self[index - 1], self[index] == "\u{200D}")
    guard before.isShapedByJoiners else { return joins && joinsPictures(at: index) }
    let isBeforeLetter = index + 1 < count && self[index + 1].isShapedByJoiners
    return isBeforeLetter || joins && before.isVirama
  }

  private func joinsPictures(at index: Int) -> Bool {
    guard index + 1 < count else { return false }
    var before = index - 1
    if self[before].value == 0xFE0F || 0x1F3FB...0x1F3FF ~= self[before].value, before > 0 {
      before -= 1
    }
    return self[before].isPicture && self[index + 1].isPicture
  }

  /// The number of tags that make a black flag England, Scotland or Wales; 0 for any others, which
  /// no terminal shows.
  func flagTagCount(after index: Int) -> Int {
    guard self[index].value == 0x1F3F4 else { return 0 }
    let tags = self[(index + 1)...].prefix(6).map { UInt8(truncatingIfNeeded: $0.value) }
    let isTagged = self[(index + 1)...].prefix(6).allSatisfy { 0xE0061...0xE007F ~= $0.value }
    let flags = ["gbeng\u{7F}", "gbsct\u{7F}", "gbwls\u{7F}"]
    return isTagged && flags.contains(String(decoding: tags, as: UTF8.self)) ? tags.count : 0
  }
}

extension Unicode.Scalar {
  /// An invisible mark that sets the direction of text: LRM, RLM and ALM.
  var isDirectionMark: Bool { [0x200E, 0x200F, 0x61C].contains(value) }

  /// Whether this is a letter of Hebrew, Arabic or another right-to-left script.
  var isRightToLeft: Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      properties.isAlphabetic
    default: false
    }
  }

  /// Whether a joiner may join this emoji; ASCII digits count as emoji in Unicode.
  var isPicture: Bool { value > 0xFF && properties.isEmoji }

  /// Whether this is a letter or mark of Arabic and related scripts, or of the Indic scripts from
  /// Devanagari to Sinhala.
  fileprivate var isShapedByJoiners: Bool {
    (0x600...0x7FF ~= value || 0x900...0xDFF ~= value)
      && (properties.isAlphabetic || properties.generalCategory == .nonspacingMark)
  }

  fileprivate var isVirama: Bool { properties.canonicalCombiningClass == .virama }
}
