extension FaultCase {
  /// Redirects; the program contacts only the origin that its user chose.
  ///
  /// `RequestTests` has every form of a location; these lead to servers that listen.
  static let redirects: [Self] = followed + refused + endless

  private static func to(_ location: String, _ status: String = "301 Moved Permanently") -> Reply {
    .failure(status, ["Location: \(location)"], "Moved")
  }

  private static let followed: [Self] = ["/elsewhere", "{url}/elsewhere#fragment"].map { location in
    FaultCase(
      "view, 301 to \(location)",
      ["view", "octo/one"],
      server: .routes(
        Script.Route("/repos/", to(location)),
        Script.Route("GET /elsewhere", .repository),
        Script.Route("", .noContent)
      ),
      .works(.containing("octo/one"))
    )
  }

  /// None of these is on the case's origin.
  private static let refused: [Self] = [
    "{trap}/", "{neighbor}/", "//127.0.0.1:{trapPort}/", "http://localhost:{trapPort}/",
    "http://2130706433:{trapPort}/", "http://127.0.0.1.:{trapPort}/", "https://127.0.0.1:{port}/",
    "http://api.github.com/", "https://api.github.com@evil.test/",
  ].map { location in
    FaultCase(
      "view, to \(location)",
      ["view", "octo/one"],
      server: .replies(to(location)),
      .fails(8).asking(1)
    )
  }

  private static let endless: [Self] = [
    FaultCase(
      "a loop",
      ["view", "octo/one"],
      server: .replies(to("/again")),
      .fails(8).asking(4)
    )
  ]
}
