extension FaultCase {
  /// The sources of a token, and other contents in its place: some of those that `TokenStoreTests` has.
  static let token: [Self] =
    variables + variablesForOthers + tokenFiles + dotEnvFiles + foreignDotEnv + gh + repeated

  private static let star: [Bytes] = ["star", "octo/one"]

  // MARK: Variables

  private static let variables: [Self] =
    usable.map { label, value in
      FaultCase(
        "the variable, \(label)",
        star,
        server: .starred,
        environment: ["GHSEARCH_TOKEN": value],
        .works(.exactly("octo/one\tstarred\n"))
      )
    }
    + unusable.flatMap { label, value in
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
    + missing.flatMap { label, value in
      [
        FaultCase(
          "star, the variable is \(label)",
          star,
          server: .starred,
          environment: ["GHSEARCH_TOKEN": value],
          .fails(4, saying: "not signed in").asking(0)
        ),
        FaultCase(
          "search, the variable is \(label)",
          environment: ["GHSEARCH_TOKEN": value],
          .works(.lines(3)).asking(1).notSending("uthorization")
        ),
      ]
    }

  private static let usable: [(String, String)] = [
    ("with CRLF behind it", Canary.token + "\r\n"),
    ("of 4,096 letters", "c4n4ry" + String(repeating: "x", count: 4_090)),
  ]

  private static let missing: [(String, String?)] = [
    ("unset", nil), ("blank", " \t\r\n"),
  ]

  private static let unusable: [(String, String)] = [
    ("two lines", "c4n4ry\r\nX-Evil: 1"), ("a header value", "Bearer c4n4ry"),
    ("100,000 letters", String(repeating: "c4n4ry0123", count: 10_000)),
    ("with an escape character", "c4n4ry\u{1B}[2J"),
  ]

  private static let variablesForOthers: [Self] = [
    "GH_TOKEN", "GH_ENTERPRISE_TOKEN",
  ].flatMap { name in
    let isEnterprise = name.contains("ENTERPRISE")
    return [
      FaultCase(
        "\(name) is not for another API",
        star,
        server: .starred,
        environment: ["GHSEARCH_TOKEN": nil, name: Canary.token],
        .fails(4, saying: "not signed in").asking(0)
      ),
      FaultCase(
        "\(name) and api.github.com",
        star,
        at: .github(),
        server: .starred,
        environment: ["GHSEARCH_TOKEN": nil, name: Canary.token],
        isEnterprise ? .fails(4, saying: "not signed in").asking(0) : .works(.containing("starred"))
      ),
      FaultCase(
        "\(name) and a host of one's own",
        star,
        at: .encrypted(),
        server: .starred,
        environment: [
          "GHSEARCH_TOKEN": nil, "GHSEARCH_API_URL": nil, "GH_HOST": "localhost:{port}",
          name: Canary.token,
        ],
        isEnterprise ? .works(.containing("starred")) : .fails(4, saying: "not signed in").asking(0)
      ),
    ]
  }

  // MARK: The token file

  private static let tokenFiles: [Self] =
    goodTokenFiles.map { label, file in
      tokenFile(label, file, .works(.exactly("octo/one\tstarred\n")))
    }
    + badTokenFiles.flatMap { label, file in
      [
        tokenFile(label, file, .fails(4, 9, saying: "token").asking(0)),
        FaultCase(
          "search, the token file \(label)",
          environment: ["GHSEARCH_TOKEN": nil],
          files: [file],
          .works(.lines(3), says: .line("token")).asking(1).notSending("uthorization")
        ),
      ]
    }
    + passedTokenFiles.map { label, file in
      tokenFile(label, file, .fails(4, saying: "not signed in").asking(0))
    }

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

  private static func raw(_ bytes: [UInt8]) -> FaultFile {
    FaultFile(FaultFile.tokenFile, .bytes(.raw(bytes)))
  }

  private static func other(_ content: FaultFile.Content) -> FaultFile {
    FaultFile(FaultFile.tokenFile, content)
  }

  private static let goodTokenFiles: [(String, FaultFile)] = [
    ("for this API", file("\(Canary.token)\nfor {url}\n")),
    ("with a byte order mark", file("\u{FEFF}\(Canary.token)\r\nfor {url}\r\n")),
  ]

  private static let passedTokenFiles: [(String, FaultFile)] = [
    ("for api.github.com", file("\(Canary.token)\nfor https://api.github.com\n")),
    ("for another port", file("\(Canary.token)\nfor {trap}\n")),
    ("for another host", file("\(Canary.token)\nfor {neighbor}\n")),
  ]

  private static let badTokenFiles: [(String, FaultFile)] = [
    ("readable by all", file(Canary.token, mode: 0o644)),
    ("with two tokens", file("\(Canary.token)\n\(Canary.token)\n")),
    ("with a zero byte", raw(Array(Canary.token.utf8) + [0] + Array(Canary.token.utf8))),
    ("that is not UTF-8", raw(Array(Canary.token.utf8) + [0xFF])),
    ("of 1 GiB", other(.hole(1 << 30))),
    ("that is a pipe", other(.pipe)),
    ("that links to /dev/zero", other(.link(to: "/dev/zero"))),
    ("that links to a token", other(.link(to: "{root}/home/elsewhere"))),
  ]

  // MARK: .env

  private static let dotEnvFiles: [Self] =
    goodDotEnv.map { label, text in
      dotEnv(label, .bytes(.text(text)), .works(.exactly("octo/one\tstarred\n")))
    }
    + badDotEnv.map { label, text, line in
      dotEnv(label, .bytes(.text(text)), .fails(9, saying: "line \(line) ").asking(0))
    }
    + malformedDotEnv.map { label, text in
      dotEnv(label, .bytes(.text(text)), .fails(4, saying: ".env").asking(0).notMaking("here/made"))
    }
    + emptyDotEnv.map { label, content in
      dotEnv(label, content, .fails(4, saying: "not signed in").asking(0))
    }
    + skippedDotEnv.map { label, content in
      dotEnv(label, content, .ends(4, errors: .lines(2...2, containing: "skipping .env")).asking(0))
    }
    + oddDotEnv.map { label, content in
      dotEnv(label, content, .fails(9, saying: ".env").asking(0))
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

  private static let goodDotEnv: [(String, String)] = [
    ("exported, with CRLF", "A=b\r\nexport \(assignment)\r\n"),
    ("with a command in another key", "X=$(touch made)\n\(assignment)\n"),
    ("with other programs' lines", "A = b\n<x>\nC: 'd\n=\(Canary.token)\n\(assignment)\n"),
  ]

  private static let badDotEnv: [(String, String, Int)] = [
    ("with an open quote", "# x\n\nGHSEARCH_TOKEN=\"\(Canary.token)\n", 3),
    ("in YAML", "GHSEARCH_TOKEN: \(Canary.token)\n", 1),
  ]

  private static let malformedDotEnv: [(String, String)] = [
    ("with a command", "GHSEARCH_TOKEN=$(touch made)"),
    ("with another variable", "GHSEARCH_TOKEN=$HOME"),
  ]

  private static let emptyDotEnv: [(String, FaultFile.Content)] = [
    ("with an empty value", .bytes("GHSEARCH_TOKEN=")),
    ("with a key of another host", .bytes("GH_TOKEN=\(Canary.token)")),
    ("with a bare token", .bytes("A=b\n\(Canary.token)\n")),
    ("with an escape character in the key", .bytes("A\u{1B}[2J=c4n4ry\n")),
    ("that is a directory", .directory),
  ]

  private static let skippedDotEnv: [(String, FaultFile.Content)] = [
    ("that is a pipe", .pipe), ("of 1 GiB", .hole(1 << 30)),
    ("that links to /dev/zero", .link(to: "/dev/zero")),
    ("that is not UTF-8, without a key", .bytes(.raw([0xC3, 0x28]))),
  ]

  private static let oddDotEnv: [(String, FaultFile.Content)] = [
    ("that is not UTF-8", .bytes(.raw(Array(assignment.utf8) + [0xC3, 0x28])))
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

  // MARK: gh's file

  private static let gh: [Self] = [
    (
      "as gh writes it", .bytes("github.com:\n    user: o\n    oauth_token: \(Canary.token)\n"),
      true
    ),
    ("for another host", .bytes("ghe.test:\n    oauth_token: \(Canary.token)\n"), false),
    ("for a host that ends like ours", .bytes("xgithub.com:\n  oauth_token: c4n4ry\n"), false),
    ("of another shape", .bytes("[github.com, {oauth_token: c4n4ry}]"), false),
    ("that is a pipe", .pipe, false), ("that links to /dev/zero", .link(to: "/dev/zero"), false),
  ].map { (label: String, content: FaultFile.Content, isThere: Bool) in
    FaultCase(
      "gh's file \(label)",
      star,
      at: .github(),
      server: .starred,
      environment: ["GHSEARCH_TOKEN": nil],
      files: [FaultFile("home/.config/gh/hosts.yml", content)],
      isThere ? .works(.containing("starred")) : .fails(4, saying: "not signed in").asking(0)
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
        "auth status",
        ["auth", "status"],
        server: .starred,
        .works(.containing("octo"))
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
