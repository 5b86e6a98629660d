import GitHubModel

/// The path and query of a request to the API's own origin, encoded and ready to send.
package struct RequestTarget: Sendable, Hashable {
  /// Starts with a slash; printable ASCII alone.
  let text: String

  /// Encodes each segment and each query value by itself.
  init(base: APIBase, path: [String], query: [(name: String, value: String)]) {
    let segments = path.map { "/" + $0.percentEncoded }.joined()
    let items = query.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
    text = base.path + segments + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }

  /// Takes a URL that a server named, in `Location` or `Link`.
  ///
  /// - Throws: ``RefusedTarget`` for another origin, a path that climbs, or anything that is not
  ///   plainly a URL: the token must not follow it.
  init(url: String, on origin: Origin) throws(RefusedTarget) {
    let path = try Self.path(of: url, on: origin)
    let isPrintable = path.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"\\\"<>^`{|}".utf8.contains($0) }
    // Two slashes in front would name a host wherever the path is read without its origin.
    guard isPrintable, !path.hasPrefix("//"), !Self.climbs(path) else { throw .malformed }
    text = path
  }

  /// The part after the authority, without its fragment.
  private static func path(of url: String, on origin: Origin) throws(RefusedTarget) -> String {
    let url = url.prefix { $0 != "#" }
    // `//host/path` names another host; only a single slash stays on this one.
    if url.hasPrefix("/"), !url.hasPrefix("//") { return String(url) }
    guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else {
      throw .malformed
    }
    let rest = url[url.index(colon, offsetBy: 3)...]
    let end = rest.firstIndex { "/?".contains($0) } ?? rest.endIndex
    guard let target = Origin(url[..<end]), target == origin else { throw .otherOrigin }
    return rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
  }

  private static func climbs(_ path: String) -> Bool {
    path.prefix { $0 != "?" }.split(separator: "/").contains { $0 == "." || $0 == ".." }
  }
}

/// Why an address that a server named is not followed.
enum RefusedTarget: Error, Equatable {
  case otherOrigin
  case malformed
}
