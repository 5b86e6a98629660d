/// A repository with its searchable text, lowercased in advance.
struct SearchEntry: Sendable {
  let repository: SandboxRepository
  let name: FoldedText
  let description: FoldedText
  let ownerKey: String

  init(_ repository: SandboxRepository) {
    self.repository = repository
    name = FoldedText(repository.name)
    description = FoldedText(repository.description ?? "")
    ownerKey = repository.owner.login.lowercased()
  }
}

/// Lowercase text as bytes, for fast repeated searches.
struct FoldedText: Sendable, Hashable {
  let bytes: [UInt8]

  init(_ text: String) {
    bytes = Array(text.lowercased().utf8)
  }

  var isEmpty: Bool { bytes.isEmpty }

  func hasPrefix(_ other: FoldedText) -> Bool { bytes.starts(with: other.bytes) }

  func contains(_ other: FoldedText) -> Bool {
    firstIndex(of: other) { _ in true } != nil
  }

  /// Whether a word begins with `other`.
  ///
  /// Scripts without spaces have no word boundaries, so text that does not start with an ASCII
  /// letter or digit may occur anywhere.
  func containsWord(beginningWith other: FoldedText) -> Bool {
    guard let first = other.bytes.first, isASCIIAlphanumeric(first) else { return contains(other) }
    return firstIndex(of: other) { $0 == 0 || !isASCIIAlphanumeric(bytes[$0 - 1]) } != nil
  }

  private func firstIndex(of other: FoldedText, where accept: (Int) -> Bool) -> Int? {
    guard let first = other.bytes.first, other.bytes.count <= bytes.count else { return nil }
    for start in 0...(bytes.count - other.bytes.count) where bytes[start] == first {
      if bytes[start...].starts(with: other.bytes), accept(start) { return start }
    }
    return nil
  }
}

private func isASCIIAlphanumeric(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: false
  }
}
