/// The places where an invisible character may stay: those where it changes how its neighbors look.
///
/// The rules for joiners are those of Unicode for identifiers (UAX #31, A1, A2 and B), which allow a
/// joiner only where a reader can see what it does.
extension [Unicode.Scalar] {
  /// Whether a zero-width non-joiner stays, as in Persian `می‌خواهم`: between two letters that would be
  /// joined otherwise, or after a virama before another letter of the same script.
  func allowsNonJoiner(at index: Int) -> Bool {
    let (left, right) = (indexBeforeMarks(index), indexAfterMarks(index))
    guard let left, let right, right - left <= SafeText.maxMarks else { return false }
    let joins = self[left].joinsNextLetter && self[right].joinsPreviousLetter
    return joins || isAfterVirama(index) && self[right].isLetter(of: self[left].indicScript)
  }

  /// Whether a zero-width joiner stays: between two pictures, as in a family; after a virama, as in
  /// Sinhala `ශ්‍රී`; and after a Bengali or Kannada `ra` before a virama, as in `র‍্যাব`.
  func allowsJoiner(at index: Int) -> Bool {
    if joinsPictures(at: index) { return true }
    guard index > 0 else { return false }
    let next = index + 1 < count ? self[index + 1] : nil
    if isAfterVirama(index) { return next.map { !$0.isMark } ?? true }
    guard let next, next.isVirama, [0x9B0, 0x9F0, 0xCB0].contains(self[index - 1].value),
      index + 2 < count
    else { return false }
    return self[index + 2].isLetter(of: self[index - 1].indicScript)
  }

  private func joinsPictures(at index: Int) -> Bool {
    guard index > 0, index + 1 < count else { return false }
    var before = index - 1
    if self[before].value == 0xFE0F || 0x1F3FB...0x1F3FF ~= self[before].value, before > 0 {
      before -= 1
    }
    return self[before].isPicture && self[index + 1].isPicture
  }

  /// Whether the letter before, with its marks, ends in the virama of its script.
  private func isAfterVirama(_ index: Int) -> Bool {
    guard index > 0, self[index - 1].isVirama, let letter = indexBeforeMarks(index),
      index - letter <= SafeText.maxMarks
    else { return false }
    return self[letter].isLetter(of: self[index - 1].indicScript)
  }

  private func indexBeforeMarks(_ index: Int) -> Int? {
    self[..<index].lastIndex { !$0.isMark }
  }

  private func indexAfterMarks(_ index: Int) -> Int? {
    self[(index + 1)...].firstIndex { !$0.isMark }
  }

  /// How many tags after a black flag make it that of England, Scotland or Wales; 0 for any others,
  /// which no terminal shows.
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

  /// A letter of Hebrew, Arabic and the other scripts that run from the right to the left.
  var isRightToLeft: Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      properties.isAlphabetic
    default: false
    }
  }

  /// The emoji that a joiner may join; ASCII digits are emoji too.
  var isPicture: Bool { value > 0xFF && properties.isEmoji }

  /// A visible mark; some, such as variation selectors, are invisible.
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: !properties.isDefaultIgnorableCodePoint
    default: false
    }
  }

  fileprivate var isVirama: Bool { properties.canonicalCombiningClass == .virama }

  /// The block of an Indic script, from Devanagari to Sinhala; nil for all others.
  fileprivate var indicScript: UInt32? { 0x900...0xDFF ~= value ? value >> 7 : nil }

  fileprivate func isLetter(of script: UInt32?) -> Bool {
    script != nil && indicScript == script && properties.generalCategory == .otherLetter
  }

  // Unicode's Joining_Type for the blocks Arabic and Arabic Supplement, where Persian, Urdu, Kurdish,
  // Uyghur and others have their letters.

  /// Dual-joining.
  fileprivate var joinsNextLetter: Bool {
    joinsPreviousLetter && !Self.rightJoining.contains { $0.contains(value) }
  }

  /// Dual-joining or right-joining.
  fileprivate var joinsPreviousLetter: Bool {
    (0x620...0x6FF ~= value || 0x750...0x77F ~= value)
      && properties.generalCategory == .otherLetter && value != 0x621 && value != 0x674
  }

  private static let rightJoining: [ClosedRange<UInt32>] = [
    0x622...0x625, 0x627...0x627, 0x629...0x629, 0x62F...0x632, 0x648...0x648, 0x671...0x673,
    0x675...0x677, 0x688...0x699, 0x6C0...0x6C0, 0x6C3...0x6CB, 0x6CD...0x6CD, 0x6CF...0x6CF,
    0x6D2...0x6D3, 0x6D5...0x6D5, 0x6EE...0x6EF, 0x759...0x75B, 0x76B...0x76C, 0x771...0x771,
    0x773...0x774, 0x778...0x779,
  ]
}
