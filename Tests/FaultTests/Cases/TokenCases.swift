extension FaultCase {
  /// The sources of a token, and unexpected files in their place; `TokenStoreTests` covers their
  /// contents.
  static let token: [Self] =
    variables + variablesForOthers + tokenFiles + dotEnvFiles + foreignDotEnv + repeated

  private static let star: [Bytes] = ["star", "octo/one"]

  // MARK: Variables

  private static let variables: [Self] = unusable.flatMap { label, value in
    [
      FaultCase(
        "star, the variable is \(label)",
        star,
        server: .starred,
        environment: ["GHSEARCH_TOKEN": value],
        .fails(4, saying: "token").asking(0)
      ),
      FaultCase(
        "search, the variable is \(label)",
        environment: ["GHSEARCH_TOKEN": value],
        .works(.lines(3), says: .line("token")).asking(1).notSending("uthorization")
      ),
    ]
  }

  private static let unusable: [(String, String)] = [
    ("two lines", "c4n4ry\r\nX-Evil: 1"), ("a header value", "Bearer c4n4ry"),
    ("100,000 letters", String(repeating: "c4n4ry0123", count: 10_000)),
    ("with an escape character", "c4n4ry\u{1B}[2J"),
  ]

  private static let variablesForOthers: [Self] = [
    FaultCase(
      "GH_TOKEN is not for another API",
      star,
      server: .starred,
      environment: ["GHSEARCH_TOKEN": nil, "GH_TOKEN": Canary.token],
      .fails(4, saying: "not signed in").asking(0)
    )
  ]

  // MARK: The token file

  private static let tokenFiles: [Self] =
    badTokenFiles.map { label, file in
      tokenFile(label, file, .fails(4, 9, saying: "token").asking(0))
    } + [
      tokenFile(
        "for this API",
        file("\(Canary.token)\nfor {url}\n"),
        .works(.exactly("octo/one\tstarred\n"))
      ),
      tokenFile(
        "for another port",
        file("\(Canary.token)\nfor {trap}\n"),
        .fails(4, saying: "not signed in").asking(0)
      ),
    ]

  private static func tokenFile(_ label: String, _ file: FaultFile, _ expected: Expectation) -> Self
  {
    FaultCase(
      "the token file \(label)",
      star,
      server: .starred,
      environment: ["GHSEARCH_TOKEN": nil],
      files: [file],
      expected
    )
  }

  private static func file(_ text: String, mode: UInt16 = 0o600) -> FaultFile {
    FaultFile(FaultFile.tokenFile, .bytes(.text(text)), mode: mode)
  }

  private static func other(_ content: FaultFile.Content) -> FaultFile {
    FaultFile(FaultFile.tokenFile, content)
  }

  private static let badTokenFiles: [(String, FaultFile)] = [
    ("readable by all", file(Canary.token, mode: 0o644)),
    ("of 1 GiB", other(.hole(1 << 30))),
    ("that is a pipe", other(.pipe)),
    ("that links to /dev/zero", other(.link(to: "/dev/zero"))),
    ("that links to a token", other(.link(to: "{root}/home/elsewhere"))),
  ]

  // MARK: .env

  private static let dotEnvFiles: [Self] =
    [
      dotEnv(
        "with a command in another key",
        .bytes("X=$(touch made)\n\(assignment)\n"),
        .works(.exactly("octo/one\tstarred\n")).notMaking("here/made")
      ),
      dotEnv(
        "with a command",
        .bytes("GHSEARCH_TOKEN=$(touch made)"),
        .fails(4, saying: ".env").asking(0).notMaking("here/made")
      ),
      dotEnv(
        "with an open quote",
        .bytes("# x\n\nGHSEARCH_TOKEN=\"\(Canary.token)\n"),
        .fails(9, saying: "line 3 ").asking(0)
      ),
      dotEnv("that is a directory", .directory, .fails(4, saying: "not signed in").asking(0)),
    ]
    + skippedDotEnv.map { label, content in
      dotEnv(label, content, .ends(4, errors: .lines(2...2, containing: "skipping .env")).asking(0))
    }

  private static func dotEnv(
    _ label: String,
    _ content: FaultFile.Content,
    _ expected: Expectation
  ) -> Self {
    FaultCase(
      ".env \(label)",
      star,
      server: .starred,
      environment: ["GHSEARCH_TOKEN": nil],
      files: [FaultFile("here/.env", content, mode: 0o644)],
      expected
    )
  }

  private static let assignment = "GHSEARCH_TOKEN=\(Canary.token)"

  private static let skippedDotEnv: [(String, FaultFile.Content)] = [
    ("that is a pipe", .pipe), ("of 1 GiB", .hole(1 << 30)),
    ("that links to /dev/zero", .link(to: "/dev/zero")),
  ]

  /// Other keys would let a directory decide where the token goes.
  private static let foreignDotEnv: [Self] = [
    "GHSEARCH_API_URL={trap}", "GH_HOST=127.0.0.1:{trapPort}", "http_proxy={trap}",
    "SSL_CERT_FILE=/dev/null", "LD_PRELOAD=/nonexistent.so",
  ].map { line in
    FaultCase(
      ".env has \(line)",
      ["view", "octo/one"],
      server: .starred,
      files: [FaultFile("here/.env", .bytes(.text(line)), mode: 0o644)],
      .works(.containing("octo/one")).notMaking("here/made")
    )
  }

  // MARK: Responses

  private static let repeated: [Self] =
    [
      ("403 Forbidden", 5), ("422 Unprocessable", 64),
    ].flatMap { (status: String, exit: Int32) in
      [
        FaultCase(
          "\(status) with the token in its message",
          ["view", "octo/one"],
          server: .replies(.failure(status, [], "no use: Bearer \(Canary.token)")),
          .fails(exit)
        ),
        FaultCase(
          "\(status) with the token in its fields",
          ["view", "octo/one"],
          server: .replies(
            .failure(
              status,
              [
                "X-OAuth-Scopes: \(Canary.token)", "X-Accepted-OAuth-Scopes: \(Canary.token)",
                "X-Accepted-GitHub-Permissions: \(Canary.token)",
              ]
            )
          ),
          .fails(exit)
        ),
      ]
    } + [
      FaultCase(
        "a redirect with the token in it",
        ["view", "octo/one"],
        server: .replies(.failure("302 Found", ["Location: http://evil.test/?t=\(Canary.token)"])),
        .fails(8)
      ),
      FaultCase(
        "a status line with the token in it",
        ["view", "octo/one"],
        server: .replies(.bytes("HTTP/1.1 abc \(Canary.token)\r\n\r\n")),
        .fails(7, 8)
      ),
      FaultCase(
        "auth status with the token file",
        ["auth", "status"],
        server: .starred,
        environment: ["GHSEARCH_TOKEN": nil],
        files: [file("\(Canary.token)\nfor {url}\n")],
        .works(.containing("octo"))
      ),
    ]
}
