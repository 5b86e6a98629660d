extension FaultCase {
  /// Redirects; the program contacts only the origin that its user chose.
  static let redirects: [Self] =
    followed.thinned(to: 3) + refused.thinned(to: 5) + endless + links.thinned(to: 4)

  static let redirectCommands: [(String, [Bytes])] = [
    ("search", ["swift"]), ("view", ["view", "octo/one"]), ("star", ["star", "octo/one"]),
    ("unstar", ["unstar", "octo/one"]), ("starred", ["starred", "octo/one"]),
    ("auth status", ["auth", "status"]),
  ]

  private static func to(_ location: String, _ status: String = "301 Moved Permanently") -> Reply {
    .failure(status, ["Location: \(location)"], "Moved")
  }

  // MARK: On the same origin

  private static let followed: [Self] = [
    "301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent",
  ]
  .flatMap { status in
    ["/elsewhere", "{url}/elsewhere", "/elsewhere#fragment", "/elsewhere?page=2"].map { location in
      FaultCase(
        "view, \(status) to \(location)",
        ["view", "octo/one"],
        server: .routes(
          Script.Route("/repos/", to(location, status)),
          Script.Route("GET /elsewhere", .repository),
          Script.Route("", .noContent)
        ),
        .works(.containing("octo/one"))
      )
    } + [
      FaultCase(
        "star, \(status) \(status.hasPrefix("303") ? "becomes GET" : "keeps the method")",
        ["star", "octo/one"],
        server: .routes(
          Script.Route("/user/starred/", to("/elsewhere", status)),
          Script.Route(status.hasPrefix("303") ? "GET /elsewhere" : "PUT /elsewhere", .noContent)
        ),
        .works(.exactly("octo/one\tstarred\n")).asking(3)
      )
    ]
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

  /// None of these is on a case's origin, at any door.
  static let strangeLocations = [
    "{trap}/", "{trap}", "{neighbor}/", "//127.0.0.1:{trapPort}/", "///127.0.0.1:{trapPort}/",
    "http://localhost:{trapPort}/", "http://[::1]:{trapPort}/", "http://127.1:{trapPort}/",
    "http://2130706433:{trapPort}/", "http://127.0.0.1.:{trapPort}/",
    "https://127.0.0.1:{port}/", "http://api.github.com/", "https://api.github.com:8443/",
    "https://api.github.com.evil.test/", "https://api.github.com@evil.test/",
    "https://api.github.com:443@evil.test/", "https://api.github.com%2eevil.test/",
    "https://evil.test/api.github.com", "https://evil.test#api.github.com",
    "https://evil.test?api.github.com", #"https://evil.test\api.github.com"#,
    #"https:\\evil.test/"#, "https:/evil.test/", "https:evil.test", "https://evil.test:443/",
    "//evil.test/", #"/\evil.test/"#, #"\\evil.test\"#, "https://api.github.com evil.test/",
    "https://\tevil.test/", "https://xn--pi-github-com.evil.test/", "https://аpi.github.com/",
    "https://api.github.com\u{3002}evil.test/", "file:///etc/passwd", "ftp://127.0.0.1:{trapPort}/",
    "gopher://127.0.0.1:{trapPort}/", "javascript:alert(1)", "data:text/html,x", "ws://evil.test/",
    "mailto:me@evil.test", "https://", "http://", "://", "https://@/", "https://:443/",
    "https://user:pass@api.github.com/", "http://me@127.0.0.1:{port}/", "..", "../user",
    "/../user", "/a/../../user", "/./x", "elsewhere", "?page=2", "{url}//evil.test/", "{url}//",
    "/a b", "/a\u{1B}[2J",
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
      ("to itself", .replies(to("/repos/octo/one"))),
      ("30 hops", .replies(to("/1"), to("/2"), to("/3"), to("/4"), to("/5"), to("/6"))),
    ].map { (label: String, script: Script) in
      FaultCase(label, ["view", "octo/one"], server: script, .fails(8).asking(4))
    } + [
      FaultCase(
        "three hops",
        ["starred", "octo/one"],
        server: .routes(Script.Route("", to("/1"), to("/2"), to("/3"), .noContent)),
        .works(.exactly("octo/one\tyes\n")).asking(4)
      ),
      FaultCase(
        "four hops",
        ["starred", "octo/one"],
        server: .routes(Script.Route("", to("/1"), to("/2"), to("/3"), to("/4"), .noContent)),
        .fails(8).asking(4)
      ),
    ]
    + [
      ("no Location", []), ("an empty Location", ["Location:"]),
      ("a blank Location", ["Location:   "]),
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
    + ["300 Multiple", "304 Not Modified", "305 Use Proxy", "306 Switch"].map {
      FaultCase(
        "view, \($0) is not followed",
        ["view", "octo/one"],
        server: .replies(to("{url}/elsewhere", $0)),
        .fails(8).asking(1)
      )
    }
    + ["200 OK", "201 Created", "404 Not Found", "500 Oops"].map {
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
    strangeLocations.filter { !$0.contains("..") }.map { location in
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
      ("without an end", "Link: <{url}/x"), ("without brackets", "Link: {trap}; rel=next"),
      ("without a relation", "Link: <{trap}/>"),
      ("to the page before", "Link: <{trap}/>; rel=prev"),
      ("with a relation that ends like next", "Link: <{trap}/>; rel=\"unnext\""),
      ("empty", "Link:"), ("of brackets", "Link: \(String(repeating: "<>", count: 5000))"),
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
