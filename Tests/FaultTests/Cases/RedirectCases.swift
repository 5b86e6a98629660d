extension FaultCase {
  /// Redirects; the program contacts only the origin that its user chose.
  static let redirects: [Self] =
    followed + refused + endless + links

  private static func to(_ location: String, _ status: String = "301 Moved Permanently") -> Reply {
    .failure(status, ["Location: \(location)"], "Moved")
  }

  // MARK: On the same origin

  private static let followed: [Self] =
    ["/elsewhere", "{url}/elsewhere#fragment", "/elsewhere?page=2"].map { location in
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
    + ["303 See Other", "307 Temporary"].map { status in
      FaultCase(
        "star, \(status) \(status.hasPrefix("303") ? "becomes GET" : "keeps the method")",
        ["star", "octo/one"],
        server: .routes(
          Script.Route("/user/starred/", to("/elsewhere", status)),
          Script.Route(status.hasPrefix("303") ? "GET /elsewhere" : "PUT /elsewhere", .noContent),
          Script.Route("/user", .noContent)
        ),
        .works(.exactly("octo/one\tstarred\n")).asking(4)
      )
    }

  // MARK: Elsewhere

  private static let refused: [Self] =
    strangeLocations.map { location in
      FaultCase(
        "view, to \(location.debugDescription)",
        ["view", "octo/one"],
        server: .replies(to(location)),
        .fails(8).asking(1)
      )
    }
    + strangeLocations.map { location in
      FaultCase(
        "star on api.github.com, to \(location.debugDescription)",
        ["star", "octo/one"],
        at: .github(),
        server: .replies(to(location)),
        .fails(8).asking(2)
      )
    }

  /// None of these is on a case's origin, at any door; `RedirectTests` has more.
  private static let strangeLocations = [
    "{trap}/", "{neighbor}/", "//127.0.0.1:{trapPort}/", "http://localhost:{trapPort}/",
    "http://2130706433:{trapPort}/", "http://127.0.0.1.:{trapPort}/", "https://127.0.0.1:{port}/",
    "http://api.github.com/", "https://api.github.com.evil.test/",
    "https://api.github.com@evil.test/", #"https://evil.test\api.github.com"#, #"/\evil.test/"#,
    "https:evil.test", "https://аpi.github.com/", "file:///etc/passwd",
    "https://user:pass@api.github.com/", "/a/../../user", "{url}//evil.test/", "/a\u{1B}[2J",
  ]

  // MARK: No end

  private static let endless: [Self] =
    [
      ("a loop", Script.replies(to("/again"))),
      (
        "a loop of two",
        .routes(
          Script.Route("/a", to("/b")),
          Script.Route("/b", to("/a")),
          Script.Route("", to("/a"))
        )
      ),
    ].map { (label: String, script: Script) in
      FaultCase(label, ["view", "octo/one"], server: script, .fails(8).asking(4))
    } + [
      FaultCase(
        "four hops",
        ["starred", "octo/one"],
        server: .routes(Script.Route("", to("/1"), to("/2"), to("/3"), to("/4"), .noContent)),
        .fails(8).asking(4)
      )
    ]
    + [
      ("no Location", []), ("an empty Location", ["Location:"]),
      ("two Locations", ["Location: {trap}/", "Location: https://evil.test/"]),
      ("a Refresh", ["Refresh: 0; url={trap}/"]),
      ("a Content-Location", ["Content-Location: {trap}/"]),
      ("an Alt-Svc", ["Alt-Svc: h2=\"127.0.0.1:{trapPort}\"; ma=60"]),
      ("a very long Location", ["Location: /\(String(repeating: "x", count: 60_000))"]),
    ].map { (label: String, fields: [String]) in
      FaultCase(
        label,
        ["view", "octo/one"],
        server: .replies(.failure("302 Found", fields)),
        .fails(8)
      )
    }
    + ["200 OK", "304 Not Modified", "404 Not Found"].map {
      FaultCase(
        "\($0) with a Location",
        ["view", "octo/one"],
        server: .routes(
          Script.Route("/repos/", .answer($0, ["Location: {trap}/"], body: JSON.repository())),
          Script.Route("", .noContent)
        ),
        .ends(0, 3, 8, errors: .anything, within: 36),
        isSlow: true
      )
    }

  // MARK: Link

  private static let links: [Self] =
    ["{trap}/", "//evil.test/", "/a\u{1B}[2J"].map { location in
      FaultCase(
        "the next page is \(location.debugDescription)",
        ["swift", "--limit", "200"],
        server: .replies(
          .answer("200 OK", ["Link: <\(location)>; rel=\"next\""], body: JSON.rows(100, total: 300))
        ),
        // The program requests pages by number; a link only tells that there is a next one.
        .ends(0, 10, output: .lines(100), errors: .anything).asking(1...10)
      )
    }
    + [
      ("without an end", "Link: <{url}/x"), ("without a relation", "Link: <{trap}/>"),
      ("with a relation that ends like next", "Link: <{trap}/>; rel=\"unnext\""),
      ("of brackets", "Link: \(String(repeating: "<>", count: 5000))"),
      ("of quotes", "Link: <{trap}/>; title=\"rel=next\"; rel=\"last\""),
    ].map { label, field in
      FaultCase(
        "a Link \(label)",
        ["swift", "--limit", "200"],
        server: .replies(.answer("200 OK", [field], body: JSON.rows(100))),
        .works(.lines(100)).asking(1)
      )
    } + [
      FaultCase(
        "the next page is the same page",
        ["swift", "--limit", "1000"],
        server: .replies(.page(1)),
        .ends(0, 10, output: .lines(100), errors: .anything).asking(1...10)
      )
    ]
}
