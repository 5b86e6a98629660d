extension FaultCase {
  /// Statuses of a response, with a row for each exit status; `RateLimiterTests`,
  /// `StarRequestTests` and `PartialResultTests` have the rest.
  static let status: [Self] = final + passing + noAnswers + waits + [laterPage, batch]

  // MARK: One response

  /// Failures reported immediately, because a retry would get the same response.
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
    )
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

  // MARK: Limits

  private static func limited(_ fields: String..., status: String = "403 Forbidden") -> Reply {
    .failure(status, fields, "API rate limit exceeded")
  }

  /// The program waits as long as the response says, then continues.
  private static let waits: [Self] = [
    FaultCase(
      "429 and a second",
      server: .replies(limited("Retry-After: 1", status: "429 Too Many Requests"), .rows(3)),
      .works(.lines(3), says: .lines(1...2, containing: ""), within: 30).asking(2).notBefore(1)
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
  ]

  // MARK: Several responses

  private static let laterPage = FaultCase(
    "401 on page 3 of 10",
    ["swift", "--limit", "1000"],
    server: .replies(.page(1), .page(2), .failure("401 Unauthorized")),
    .fails(10, saying: "200", output: .lines(200))
  )

  /// The first request reads the star states, and the one after the first star reads the user.
  private static let batch = FaultCase(
    "403 within a batch of stars",
    ["star", "octo/a", "octo/b", "octo/c"],
    server: .routes(
      Script.Route("PUT /user/starred/octo/b", .failure("403 Forbidden")),
      Script.Route("", .noContent)
    ),
    .ends(
      10,
      output: .exactly("octo/a\tstarred\nocto/b\tfailed\nocto/c\tstarred\n"),
      errors: .lines(1...2, containing: "octo/b")
    )
    .asking(8).notBefore(2)
  )
}
