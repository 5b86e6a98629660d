/// A weak ETag made from a body (RFC 9110, 8.8.3).
struct EntityTag {
  /// `W/"…"`, as in the header.
  let text: String

  init(of body: [UInt8]) {
    text = "W/\"\(hexadecimal(stableHash(body), digits: 16))\""
  }

  /// Whether an `If-None-Match` header lists it; weak and strong forms count as the same.
  func isNamed(in header: String?) -> Bool {
    guard let header else { return false }
    return header.split(separator: ",").contains { entry in
      let tag = entry.drop { $0 == " " }
      return tag == "*" || Self.strong(tag) == Self.strong(text[...])
    }
  }

  private static func strong(_ tag: Substring) -> Substring {
    tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
  }
}
