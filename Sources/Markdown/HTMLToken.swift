/// A piece of HTML: text, or the start or end of an element.
package enum HTMLToken: Sendable, Equatable {
  case text(String)
  case open(HTMLTag)
  case close(String)

  /// Parses a fragment, dropping comments, declarations, scripts and styles.
  ///
  /// Malformed HTML is accepted too, in linear time.
  package static func tokens(_ html: String) -> [HTMLToken] {
    var scanner = HTMLScanner(html)
    return scanner.tokens().map(\.token)
  }
}

/// An opening tag, with its name in lowercase and its attributes.
package struct HTMLTag: Sendable, Equatable {
  package let name: String
  package let attributes: [String: String]

  package init(_ name: String, _ attributes: [String: String] = [:]) {
    self.name = name
    self.attributes = attributes
  }
}

/// Scans a fragment of HTML once.
struct HTMLScanner {
  private let bytes: [UInt8]
  private var position = 0
  private var found: [HTMLToken] = []
  /// The start of each token.
  private var places: [Int] = []
  /// The ends that do not occur from here on, so that they are not searched for again.
  private var missing: Set<String> = []

  init(_ html: String) {
    bytes = Array(html.utf8)
  }

  /// The tokens, with the number of lines before each.
  mutating func tokens() -> [(token: HTMLToken, line: Int)] {
    while position < bytes.count {
      let start = position
      if bytes[position] != UInt8(ascii: "<") || !takeMarkup() { takeText() }
      if found.count > places.count { places.append(start) }
    }
    var (line, place) = (0, 0)
    return zip(found, places).map { token, start in
      line += bytes[place..<start].count { $0 == UInt8(ascii: "\n") }
      place = start
      return (token, line)
    }
  }

  private mutating func takeText() {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
    found.append(.text(HTMLEntities.decode(text(start..<position))))
  }

  /// Takes markup; returns false if a `<` is only a character.
  private mutating func takeMarkup() -> Bool {
    if starts(with: "<!--") { return skip(past: "-->") }
    if starts(with: "<!") || starts(with: "<?") { return skip(past: ">") }
    let isClosing = starts(with: "</")
    var end = position + (isClosing ? 2 : 1)
    let name = self.name(from: &end)
    guard !name.isEmpty else { return false }
    let attributes = self.attributes(from: &end)
    guard end < bytes.count else { return takeRest() }
    position = end + 1
    found.append(isClosing ? .close(name) : .open(HTMLTag(name, attributes)))
    if !isClosing, Self.hidden.contains(name) { skip(to: "</\(name)") }
    return true
  }

  /// Takes a tag without an end as text, including everything in it: scanning again for each tag
  /// inside would take quadratic time.
  private mutating func takeRest() -> Bool {
    found.append(.text(HTMLEntities.decode(text(position..<bytes.count))))
    position = bytes.count
    return true
  }

  /// Elements whose content is not text.
  private static let hidden: Set<String> = ["script", "style", "svg", "template"]

  private mutating func skip(past end: String) -> Bool {
    guard skip(to: end) else { return false }
    position += end.utf8.count
    return true
  }

  @discardableResult
  private mutating func skip(to end: String) -> Bool {
    guard !missing.contains(end), let place = place(of: Array(end.utf8)) else {
      missing.insert(end)
      return false
    }
    position = place
    return true
  }

  private func place(of end: [UInt8]) -> Int? {
    var place = position
    while place + end.count <= bytes.count {
      if bytes[place..<place + end.count].elementsEqual(end, by: { Self.lower($0) == $1 }) {
        return place
      }
      place += 1
    }
    return nil
  }

  private func starts(with text: String) -> Bool {
    bytes[position...].starts(with: text.utf8)
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

// MARK: - Tags

extension HTMLScanner {
  private func name(from position: inout Int) -> String {
    let start = position
    while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
    let isName = start < position && Self.isLetter(bytes[start])
    return isName ? text(start..<position).lowercased() : ""
  }

  /// Parses attributes, and leaves the position at the `>`.
  private func attributes(from position: inout Int) -> [String: String] {
    var attributes: [String: String] = [:]
    while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
      let name = name(from: &position)
      guard !name.isEmpty else {
        position += 1
        continue
      }
      let value = value(from: &position)
      if attributes.count < 32 { attributes[name] = attributes[name] ?? value }
    }
    return attributes
  }

  /// Parses a value after `=`, with or without quotation marks; empty if there is none.
  private func value(from position: inout Int) -> String {
    skipBlanks(&position)
    guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return "" }
    position += 1
    skipBlanks(&position)
    guard position < bytes.count else { return "" }
    let mark = bytes[position]
    let isQuoted = mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'")
    if isQuoted { position += 1 }
    let start = position
    while position < bytes.count, !ends(bytes[position], mark: isQuoted ? mark : nil) {
      position += 1
    }
    defer { if isQuoted { position = min(position + 1, bytes.count) } }
    return HTMLEntities.decode(text(start..<position))
  }

  private func ends(_ byte: UInt8, mark: UInt8?) -> Bool {
    mark.map { byte == $0 } ?? (byte <= 0x20 || byte == UInt8(ascii: ">"))
  }

  private func skipBlanks(_ position: inout Int) {
    while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || 48...57 ~= byte || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  private static func isLetter(_ byte: UInt8) -> Bool { 97...122 ~= lower(byte) }

  private static func lower(_ byte: UInt8) -> UInt8 { 65...90 ~= byte ? byte + 32 : byte }
}

/// HTML's names of characters that occur in READMEs.
enum HTMLEntities {
  static func decode(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var decoded = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      decoded += rest[..<start]
      rest = rest[start...]
      if let (scalar, end) = entity(rest) {
        decoded.unicodeScalars.append(scalar)
        rest = rest[end...]
      } else {
        decoded += "&"
        rest = rest.dropFirst()
      }
    }
    return decoded + rest
  }

  /// The maximum length of a reference, that of `&#x10FFFF;`.
  private static let maxLength = 10

  private static func entity(_ text: Substring) -> (Unicode.Scalar, Substring.Index)? {
    let window = text.prefix(maxLength)
    guard let end = window.firstIndex(of: ";") else { return nil }
    let name = window[..<end].dropFirst()
    guard let scalar = names[String(name)] ?? number(name) else { return nil }
    return (scalar, text.index(after: end))
  }

  private static func number(_ name: Substring) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init)
  }

  private static let names: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ensp": " ",
    "emsp": " ", "thinsp": " ", "copy": "©", "reg": "®", "trade": "™", "mdash": "—", "ndash": "–",
    "hellip": "…", "middot": "·", "bull": "•", "times": "×", "rarr": "→", "larr": "←",
    "uarr": "↑", "darr": "↓", "laquo": "«", "raquo": "»", "ldquo": "“", "rdquo": "”",
    "lsquo": "‘", "rsquo": "’", "star": "☆", "check": "✓", "hearts": "♥", "deg": "°",
  ]
}
