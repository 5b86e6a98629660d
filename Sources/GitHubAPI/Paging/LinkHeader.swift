/// The addresses in a `Link` field (RFC 8288), as far as paging needs them.
struct LinkHeader {
  private let links: [(url: String, relations: [Substring])]

  /// Whatever is malformed is passed over.
  init(_ text: String) {
    var links: [(url: String, relations: [Substring])] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let url = String(rest[rest.index(after: open)..<close])
      let parameters = rest[rest.index(after: close)...].prefix { $0 != "<" }
      links.append((url, Self.relations(in: parameters)))
      rest = rest[parameters.endIndex...]
    }
    self.links = links
  }

  func url(relation: String) -> String? {
    links.first { $0.relations.contains { $0.lowercased() == relation } }?.url
  }

  /// The number in the query of such an address.
  func page(relation: String) -> Int? {
    guard let url = url(relation: relation), let query = url.firstIndex(of: "?") else { return nil }
    let items = url[query...].dropFirst().prefix { $0 != "#" }.split(separator: "&")
    return items.first { $0.hasPrefix("page=") }.flatMap { Int($0.dropFirst(5)) }
  }

  /// What `rel="a b"` or `rel=a` lists.
  private static func relations(in parameters: Substring) -> [Substring] {
    for parameter in parameters.split(whereSeparator: { ";,".contains($0) }) {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }).lowercased() == "rel" else {
        continue
      }
      return parts[1].split { $0 == "\"" || $0.isWhitespace }
    }
    return []
  }
}
