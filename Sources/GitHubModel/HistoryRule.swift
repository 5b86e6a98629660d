/// The texts that the history accepts, and their order.
package enum HistoryRule {
  /// The maximum number of texts stored; the newest are kept.
  package static let maxTexts = 1_000

  /// Whether a text may be written to a file.
  ///
  /// Rejects empty and overlong texts, texts with control characters (a line break would forge an
  /// entry), and texts with a word that looks like a token or another secret.
  package static func mayStore(_ text: String) -> Bool {
    guard !text.allSatisfy(\.isWhitespace), text.utf8.count <= maxLength else { return false }
    guard !text.unicodeScalars.contains(where: isForbidden) else { return false }
    return !text.split(whereSeparator: { !isOfWord($0) }).contains(where: isSecret)
  }

  /// Adds a text: newest first, without duplicates.
  package static func adding(_ text: String, to texts: [String]) -> [String] {
    Array(([text] + texts.filter { $0 != text }).prefix(maxTexts))
  }

  /// The maximum length in bytes, far more than GitHub accepts.
  private static let maxLength = 1_024

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: false
    }
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "_-+=".contains(character))
  }
}

// MARK: - Secrets

extension HistoryRule {
  /// The prefixes of GitHub's tokens (GitHub's documentation on authentication), in any case.
  private static let prefixes = ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"]
  private static let minTailLength = 8
  /// The minimum length of a secret with such a prefix.
  private static let minSecretLength = 12
  /// The minimum length of a hash; classic tokens are 40 hexadecimal digits, like hashes, which are
  /// not names either.
  private static let minHashLength = 32
  private static let minRandomLength = 32

  private static func isSecret(_ word: Substring) -> Bool {
    guard word.utf8.count >= minSecretLength else { return false }
    let lower = word.lowercased()
    let isToken = prefixes.contains { prefix in
      guard let range = lower.firstRange(of: prefix) else { return false }
      return lower[range.upperBound...].utf8.count >= minTailLength
    }
    return isToken || isHash(word) || isRandom(word)
  }

  private static func isHash(_ word: Substring) -> Bool {
    word.count >= minHashLength && word.allSatisfy(\.isHexDigit)
  }

  /// Whether a word is long and mixes lowercase, uppercase and digits, which no one types.
  private static func isRandom(_ word: Substring) -> Bool {
    word.count >= minRandomLength && word.contains(where: \.isLowercase)
      && word.contains(where: \.isUppercase) && word.contains(where: \.isNumber)
  }
}
