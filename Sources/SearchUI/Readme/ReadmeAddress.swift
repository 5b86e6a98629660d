/// Where the links of a README lead.
enum ReadmeAddress {
  /// The whole address, or nil for one that leads to no page: other schemes than `https`, `http` and
  /// `mailto`, and relative ones without a page.
  static func resolve(_ address: String, page: String?) -> String? {
    let address = encoded(address)
    if let scheme = scheme(of: address) {
      return ["https", "http", "mailto"].contains(scheme) ? address : nil
    }
    if address.hasPrefix("//") { return "https:" + address }
    guard let page, !address.isEmpty else { return nil }
    if address.hasPrefix("#") || address.hasPrefix("?") { return page + address }
    return page + "/blob/HEAD/" + withoutDots(address)
  }

  private static func scheme(of address: String) -> String? {
    guard let end = address.firstIndex(where: { ":/?#".contains($0) }), address[end] == ":" else {
      return nil
    }
    return address[..<end].lowercased()
  }

  /// Never above the repository, whatever the address says.
  private static func withoutDots(_ address: String) -> String {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    var segments: [Substring] = []
    for segment in path.split(separator: "/") {
      switch segment {
      case ".": break
      case "..": segments = segments.dropLast()
      default: segments.append(segment)
      }
    }
    return segments.joined(separator: "/") + address[path.endIndex...]
  }

  /// Printable ASCII alone.
  private static func encoded(_ address: String) -> String {
    guard !address.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return address }
    return address.utf8.reduce(into: "") { text, byte in
      if 0x21...0x7E ~= byte {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
  }
}
