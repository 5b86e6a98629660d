extension RepositoryName {
  /// Reads what people paste: `owner/name`, or the address of the repository or of a page in it.
  ///
  /// Taken are `https://github.com/owner/name`, with or without `.git` or a trailing path, and the
  /// addresses that `git clone` takes. A page on any other host is refused.
  ///
  /// - Parameters:
  ///   - reference: What was pasted or typed.
  ///   - webHost: The host that pages are on, when it is a GitHub Enterprise one.
  package init?(reference: String, webHost: String = "github.com") {
    guard let path = Self.path(of: reference, webHost: webHost.lowercased()) else {
      self.init(String(Self.droppingSuffix(reference[...])))
      return
    }
    let page = path.prefix { $0 != "?" && $0 != "#" }
    let parts = page.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2 else { return nil }
    self.init(owner: String(parts[0]), name: String(Self.droppingSuffix(parts[1])))
  }

  /// What follows the host, or nil where the text does not start like an address of it.
  private static func path(of reference: String, webHost: String) -> Substring? {
    let starts = [
      "https://\(webHost)/", "https://www.\(webHost)/", "http://\(webHost)/", "\(webHost)/",
      "git@\(webHost):", "ssh://git@\(webHost)/", "git://\(webHost)/",
    ]
    let start = starts.first { reference.prefix($0.count).lowercased() == $0 }
    return start.map { reference.dropFirst($0.count) }
  }

  /// GitHub allows no repository whose name ends in `.git`.
  private static func droppingSuffix(_ text: Substring) -> Substring {
    text.hasSuffix(".git") ? text.dropLast(4) : text
  }
}
