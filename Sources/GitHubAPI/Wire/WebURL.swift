/// An address for a browser: http or https, printable ASCII, nothing that a shell or a terminal
/// could take for anything else.
struct WebURL: JSONReadable {
  let text: String

  init(_ json: JSONElement) throws(JSONMismatch) {
    let text = try String(json)
    guard Self.isWebURL(text) else { throw json.unreadable }
    self.text = text
  }

  private static func isWebURL(_ text: String) -> Bool {
    (text.utf8.starts(with: "https://".utf8) || text.utf8.starts(with: "http://".utf8))
      && text.utf8.allSatisfy(isHarmless)
  }

  private static func isHarmless(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "\\"), UInt8(ascii: "`"):
      false
    default: 0x21...0x7E ~= byte
    }
  }
}
