/// The fields of a line: separated by tabs, `\N` for nothing, in the escapes of PostgreSQL's `COPY`
/// text format, so that no field has a tab or a line break.
struct SpoolFields {
  private var rest: [ArraySlice<UInt8>]

  init(_ line: ArraySlice<UInt8>) {
    rest = line.split(separator: tab, omittingEmptySubsequences: false).reversed()
  }

  /// How many are left.
  var count: Int { rest.count }

  /// Nil for nothing, and behind the last one.
  mutating func next() -> String? {
    guard let field = rest.popLast() else { return nil }
    guard field.contains(backslash) else { return String(decoding: field, as: UTF8.self) }
    return field.elementsEqual(Self.nothing) ? nil : Self.unescaped(field)
  }

  /// Appends the fields to `text` as a line, ended.
  static func append(_ fields: [String?], to text: inout [UInt8]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { text.append(tab) }
      append(field, to: &text)
    }
    text.append(lineEnd)
  }

  private static let nothing: [UInt8] = Array("\\N".utf8)

  private static func append(_ field: String?, to text: inout [UInt8]) {
    guard var field else {
      text += nothing
      return
    }
    field.withUTF8 { bytes in
      guard bytes.contains(where: { $0 < 14 || $0 == backslash }) else {
        text += bytes
        return
      }
      for byte in bytes {
        guard let letter = letter(of: byte) else {
          text.append(byte)
          continue
        }
        text += [backslash, letter]
      }
    }
  }

  private static func letter(of byte: UInt8) -> UInt8? {
    switch byte {
    case backslash: backslash
    case tab: UInt8(ascii: "t")
    case lineEnd: UInt8(ascii: "n")
    case carriageReturn: UInt8(ascii: "r")
    default: nil
    }
  }

  private static func byte(of letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "t"): tab
    case UInt8(ascii: "n"): lineEnd
    case UInt8(ascii: "r"): carriageReturn
    default: letter
    }
  }

  private static func unescaped(_ field: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in field {
      if isEscaped {
        bytes.append(Self.byte(of: byte))
        isEscaped = false
      } else if byte == backslash {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

private let tab = UInt8(ascii: "\t")
private let lineEnd = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
private let backslash = UInt8(ascii: "\\")
