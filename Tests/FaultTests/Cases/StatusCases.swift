extension FaultCase {
  /// Status lines and header fields of a response.
  static let status: [Self] =
    final + passing + noAnswers + odd + stars + limits + unusableLimits + pages + batches

  // MARK: One response

  /// Reported at once, because a retry would get the same response: a row for each exit status.
  private static let final: [Self] = [
    ("401 Unauthorized", 4), ("403 Forbidden", 5), ("404 Not Found", 3), ("422 Unprocessable", 64),
    ("304 Not Modified", 8), ("206 Partial", 8), ("418 Teapot", 8), ("999 Denied", 8),
  ].map { (status: String, exit: Int32) in
    FaultCase(
      "search, \(status)",
      server: .replies(.answer(status, body: JSON.message("said so"))),
      .fails(exit).asking(1)
    )
  }

  /// Retried three times.
  private static let passing: [Self] = [
    FaultCase(
      "503 forever",
      server: .replies(.answer("503 Down", ["Content-Type: text/html"], body: "<html>no</html>")),
      .fails(8, within: 36).asking(4).notBefore(3),
      isSlow: true
    ),
    FaultCase(
      "star, 503 once",
      ["star", "octo/one"],
      server: .routes(Script.Route("/user/starred/", .failure("503 Down"), .noContent)),
      .works(.exactly("octo/one\tstarred\n"), says: .anything, within: 36).asking(3),
      isSlow: true
    ),
    FaultCase(
      "503 on the second page",
      ["swift", "--limit", "200"],
      server: .replies(.page(1), .failure("503 Down")),
      .fails(10, output: .lines(100), within: 40),
      isSlow: true
    ),
    FaultCase(
      "503 and when to come back",
      server: .replies(.failure("503 Unavailable", ["Retry-After: 2"]), .rows(3)),
      .works(.lines(3), says: .anything, within: 36).asking(2),
      isSlow: true
    ),
    FaultCase(
      "503 and come back next year",
      server: .replies(.failure("503 Unavailable", ["Retry-After: 31536000"])),
      .fails(6, 8, within: 36),
      isSlow: true
    ),
  ]

  /// Success without a body.
  private static let noAnswers: [Self] = [
    ("204 where JSON was due", Reply.noContent), ("200 without a body", .answer()),
    ("200 with HTML", .answer("200 OK", ["Content-Type: text/html"], body: "<html></html>")),
  ].flatMap { (label: String, reply: Reply) in
    ["search swift", "view octo/one", "auth status"].map { words in
      FaultCase(
        "\(words), \(label)",
        words.split(separator: " ").map { .text(String($0)) },
        server: .replies(reply),
        .ends(8, output: words == "auth status" ? .anything : .nothing, errors: .line(""))
      )
    }
  }

  private static let odd: [Self] =
    [
      ("a status of four digits", "HTTP/1.1 2000 Much"), ("a status of letters", "HTTP/1.1 abc"),
      ("another protocol", "HTP/1.1 200 OK"), ("version 9", "HTTP/9.9 200 OK"),
      ("101 Switching", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade"),
    ].map { label, line in
      FaultCase(
        label,
        server: .replies(.bytes(.text("\(line)\r\nContent-Length: 2\r\n\r\n{}"))),
        .fails(7, 8, within: 36),
        isSlow: true
      )
    }
    + [
      (
        "103 before the answer", "HTTP/1.1 103 Early Hints\r\nLink: <{trap}/>; rel=\"next\"\r\n\r\n"
      ),
      ("100 before the answer", "HTTP/1.1 100 Continue\r\n\r\n"),
    ].map { label, start in
      FaultCase(
        label,
        server: .replies(
          Reply(.send(.text(start)), .answer(status: "200 OK", fields: [], body: JSON.rows(3)))
        ),
        .works(.lines(3))
      )
    }
    + [
      ("no reason", "HTTP/1.1 200"), ("HTTP/1.0", "HTTP/1.0 200 OK"),
      ("a reason with control sequences", "HTTP/1.1 200 \u{1B}[2J"),
      ("a long reason", "HTTP/1.1 200 " + String(repeating: "x", count: 9000)),
    ].map { label, line in
      FaultCase(
        label,
        server: .replies(.bytes(.text("\(line)\r\n\r\n\(JSON.rows(3))"))),
        .works(.lines(3))
      )
    }

  // MARK: Stars

  private static let stars: [Self] =
    [
      (
        "star, 404 and no repository", ["star"], Reply.failure("404 Not Found"),
        Reply.failure("404 Not Found"), 3
      ),
      (
        "star, 404 and a repository", ["star"], .failure("404 Not Found", ["X-OAuth-Scopes: gist"]),
        .repository, 5
      ),
      ("star, 401", ["star"], .failure("401 Unauthorized"), .repository, 4),
      ("star, 200 and a page", ["star"], .answer(body: "<html>Sign in</html>"), .repository, 8),
      ("unstar, 404 and a repository", ["unstar"], .failure("404 Not Found"), .repository, 5),
      (
        "starred, 404 and 403", ["starred"], .failure("404 Not Found"), .failure("403 Forbidden"), 5
      ),
      (
        "starred, 200 and a page", ["starred"], .answer(body: "<html>Sign in</html>"), .repository,
        8
      ),
    ].map { (label: String, verb: [Bytes], star: Reply, repository: Reply, exit: Int32) in
      FaultCase(
        label,
        verb + ["octo/one"],
        server: .routes(Script.Route("/user/starred/", star), Script.Route("/repos/", repository)),
        .fails(exit)
      )
    } + [
      FaultCase(
        "starred, 404 and a repository is no",
        ["starred", "octo/one"],
        server: .routes(
          Script.Route("/user/starred/", .failure("404 Not Found")),
          Script.Route("/repos/", .repository)
        ),
        .ends(1, output: .exactly("octo/one\tno\n"), errors: .nothing)
      ),
      FaultCase(
        "view, the star cannot be told",
        ["view", "octo/one"],
        server: .routes(
          Script.Route("/user/starred/", .failure("403 Forbidden")),
          Script.Route("/repos/", .repository)
        ),
        .works(.containing("starred\t\n"), says: .line(""))
      ),
    ]

  // MARK: Limits

  private static func limited(_ fields: String..., status: String = "403 Forbidden") -> Reply {
    .failure(status, fields, "API rate limit exceeded")
  }

  private static let used = "X-RateLimit-Remaining: 0"

  /// The program waits for as long as the response says, then continues.
  private static let limits: [Self] = [
    FaultCase(
      "429 and a second",
      server: .replies(limited("Retry-After: 1", status: "429 Too Many Requests"), .rows(3)),
      .works(.lines(3), says: .lines(1...2, containing: ""), within: 30).asking(2).notBefore(1)
    ),
    FaultCase(
      "star, 403 and two seconds",
      ["star", "octo/one"],
      server: .replies(limited("Retry-After: 2"), .noContent),
      .works(.exactly("octo/one\tstarred\n"), says: .lines(1...2, containing: ""), within: 30)
        .asking(4).notBefore(2)
    ),
    FaultCase(
      "a limit without a reset time",
      server: .replies(
        .failure("403 Forbidden", [], "You have exceeded a secondary rate limit"),
        .rows(3)
      ),
      .works(.lines(3), says: .lines(1...2, containing: ""), within: 90).asking(2).notBefore(55),
      isSlow: true
    ),
    FaultCase(
      "does not wait for more than a minute",
      server: .replies(limited("Retry-After: 62"), .rows(3)),
      .fails(6).asking(1)
    ),
    FaultCase(
      "a used-up budget until the year 2100",
      server: .replies(limited(used, "X-RateLimit-Reset: 4102444800"), .rows(3)),
      // The program may take it literally, or as an error that means a minute.
      .ends(0, 6, errors: .lines(1...2, containing: ""), within: 90).asking(1...2),
      isSlow: true
    ),
    FaultCase(
      "a local clock an hour off",
      server: .replies(
        limited(used, "Date: Sat, 01 Jan 2050 00:00:00 GMT", "X-RateLimit-Reset: 2524608003"),
        .rows(3)
      ),
      .works(.lines(3), says: .lines(1...2, containing: ""), within: 30).asking(2).notBefore(2)
    ),
  ]

  /// These are rate limits no matter what the fields say, and are not retried.
  private static let unusableLimits: [Self] =
    [
      ["Retry-After: -1"], ["Retry-After: soon"], ["Retry-After: 99999999999999999999999"],
      ["Retry-After: Sun, 06 Nov 1994 08:49:37 GMT"], ["Retry-After: 61", "Retry-After: 62"],
      [used], [used, "X-RateLimit-Reset: -5"], [used, "X-RateLimit-Reset: 9223372036854775807"],
      [used, "Date: Sun, 99 Foo 99999 99:99:99 GMT", "Retry-After: 70"],
      [used, "X-RateLimit-Resource: \u{1B}[2J"],
    ].map { fields in
      FaultCase(
        "403, \(fields.joined(separator: ", ").debugDescription)",
        ["swift", "--no-wait"],
        server: .replies(.failure("403 Forbidden", fields, "API rate limit exceeded")),
        .fails(6).asking(1)
      )
    } + [
      FaultCase(
        "403 with requests left is not a limit",
        server: .replies(
          .failure("403 Forbidden", ["X-RateLimit-Remaining: 57"], "Resource not accessible")
        ),
        .fails(5).asking(1)
      ),
      FaultCase(
        "200 with nothing left is an answer",
        server: .replies(.rows(3, [used, "X-RateLimit-Reset: 4102444800"])),
        .works(.lines(3)).asking(1)
      ),
    ]

  // MARK: Later pages

  private static let later: [(String, Reply)] = [
    ("401", .failure("401 Unauthorized")), ("HTML", .answer(body: "<html></html>")),
    ("422", .failure("422 Unprocessable", [], "Only the first 1000")),
    ("cut JSON", .answer(body: #"{"total_count":1000,"items":[{"#)),
    ("a loop of redirects", .failure("302 Found", ["Location: /search/repositories?q=x"])),
  ]

  private static let pages: [Self] =
    later.map { label, reply in
      FaultCase(
        "\(label) on page 3 of 10",
        ["swift", "--limit", "1000"],
        server: .replies(.page(1), .page(2), reply),
        .fails(10, saying: "200", output: .lines(200))
      )
    }
    + later.map { label, reply in
      FaultCase(
        "JSON, \(label) on page 2 of 10",
        ["swift", "--limit", "1000", "--json", "fullName"],
        server: .replies(.page(1), reply),
        .fails(10, saying: "100", output: .json)
      )
    } + [
      FaultCase(
        "a limit on page 3 of 10",
        ["swift", "--limit", "1000", "--no-wait"],
        server: .replies(.page(1), .page(2), limited("Retry-After: 50")),
        .fails(10, saying: "200", output: .lines(200)).asking(3)
      ),
      FaultCase(
        "waits for a limit on page 3 of 10",
        ["swift", "--limit", "300"],
        server: .replies(.page(1), .page(2), limited("Retry-After: 2"), .page(3)),
        .works(.lines(300), says: .lines(1...2, containing: ""), within: 30).asking(4).notBefore(2)
      ),
    ]

  // MARK: Batches

  // The first request asks for the star states, and the one after the first star for the user.

  private static let batches: [Self] = [
    FaultCase(
      "a limit within a batch of stars",
      ["star", "--no-wait", "octo/a", "octo/b", "octo/c", "octo/d"],
      server: .routes(
        Script.Route("octo/b", limited("Retry-After: 50")),
        Script.Route("", .noContent)
      ),
      .ends(10, output: .exactly("octo/a\tstarred\n"), errors: .lines(1...2, containing: ""))
        .asking(4)
    ),
    FaultCase(
      "403 within a batch of stars",
      ["star", "octo/a", "octo/b", "octo/c"],
      server: .routes(
        Script.Route("octo/b", .failure("403 Forbidden")),
        Script.Route("", .noContent)
      ),
      .ends(
        10,
        output: .exactly("octo/a\tstarred\nocto/b\tfailed\nocto/c\tstarred\n"),
        errors: .lines(1...2, containing: "octo/b")
      )
      .asking(5).notBefore(2)
    ),
    FaultCase(
      "writes a second apart",
      ["star", "octo/a", "octo/b", "octo/c", "octo/d"],
      server: .starred,
      .works(.lines(4)).asking(6).notBefore(3)
    ),
  ]
}
