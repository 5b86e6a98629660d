extension FaultCase {
  /// The sources of a token, and other contents in its place.
  static let token: [Self] =
    variables.thinned(to: 4) + variablesForOthers + tokenFiles.thinned(to: 3)
    + dotEnvFiles.thinned(to: 3)
    + foreignDotEnv.thinned(to: 2) + gh + repeated.thinned(to: 2)

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
    ("plain", Canary.token), ("with CRLF behind it", Canary.token + "\r\n"),
    ("with blanks around it", "  \t\(Canary.token) "),
    ("of 4,096 letters", "c4n4ry" + String(repeating: "x", count: 4_090)), ("of one letter", "x"),
    ("of an app", "ghs_1_c4n4ry.c4n4ry-.c4n4ry_"), ("with a slash", "c4n4ry/x"),
    ("base64", "c4n4ry==="),
  ]

  private static let missing: [(String, String?)] = [
    ("unset", nil), ("empty", ""), ("blank", " \t\r\n"),
  ]

  private static let unusable: [(String, String)] = [
    ("two lines", "c4n4ry\r\nX-Evil: 1"), ("two lines of tokens", "c4n4ry\nc4n4ry"),
    ("a header value", "Bearer c4n4ry"), ("in quotes", "\"c4n4ry\""),
    ("4,097 letters", "c4n4ry" + String(repeating: "x", count: 4_091)),
    ("100,000 letters", String(repeating: "c4n4ry0123", count: 10_000)),
    ("beyond ASCII", "c4n4ryé"), ("with a no-break space", "c4n4ry\u{A0}"),
    ("with an escape character", "c4n4ry\u{1B}[2J"), ("an assignment", "GH_TOKEN=c4n4ry"),
    ("with a zero-width space", "c4n4ry\u{200B}"), ("with a byte order mark", "\u{FEFF}c4n4ry"),
  ]

  private static let variablesForOthers: [Self] = [
    "GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN",
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
    ("without a line feed at the end", file("\(Canary.token)\nfor {url}")),
    ("with CRLF", file("\(Canary.token)\r\nfor {url}\r\n")),
    ("read-only", file("\(Canary.token)\nfor {url}\n", mode: 0o400)),
    ("with a byte order mark", file("\u{FEFF}\(Canary.token)\nfor {url}\n")),
    ("with blanks around", file("\n  \(Canary.token)  \n\n for  {url} \n")),
  ]

  private static let passedTokenFiles: [(String, FaultFile)] = [
    ("without an API", file("\(Canary.token)\n")),
    ("for api.github.com", file("\(Canary.token)\nfor https://api.github.com\n")),
    ("for another port", file("\(Canary.token)\nfor {trap}\n")),
    ("for another scheme", file("\(Canary.token)\nfor https://127.0.0.1:{port}\n")),
    ("for another host", file("\(Canary.token)\nfor {neighbor}\n")),
  ]

  private static let badTokenFiles: [(String, FaultFile)] = [
    ("readable by all", file(Canary.token, mode: 0o644)),
    ("readable by the group", file(Canary.token, mode: 0o640)),
    ("readable by others", file(Canary.token, mode: 0o604)),
    ("writable by others", file(Canary.token, mode: 0o602)),
    ("empty", file("")), ("of blanks", file(" \n\t\n")),
    ("with three lines", file("\(Canary.token)\n\(Canary.token)\n\(Canary.token)\n")),
    ("with two tokens", file("\(Canary.token)\n\(Canary.token)\n")),
    ("with a strange second line", file("\(Canary.token)\nfor me and you\n")),
    ("with a value in quotes", file("\"\(Canary.token)\"")),
    ("with an assignment", file("GH_TOKEN=\(Canary.token)")),
    ("with a zero byte", raw(Array(Canary.token.utf8) + [0] + Array(Canary.token.utf8))),
    ("in UTF-16", raw([0xFF, 0xFE] + Canary.token.utf8.flatMap { [$0, 0] })),
    ("that is not UTF-8", raw(Array(Canary.token.utf8) + [0xFF])),
    ("of 64 KiB and a byte", raw([UInt8](repeating: 0x61, count: 65_537))),
    ("of 1 GiB", other(.hole(1 << 30))),
    ("that is a directory", other(.directory)),
    ("that is a pipe", other(.pipe)),
    ("that links to itself", other(.link(to: "token"))),
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
    ("plain", assignment), ("with CRLF", "A=b\r\n\(assignment)\r\n"),
    ("exported", "export \(assignment)\n"),
    ("in double quotes", "GHSEARCH_TOKEN=\"\(Canary.token)\""),
    ("in single quotes", "GHSEARCH_TOKEN='\(Canary.token)'"),
    ("with a comment behind", "\(assignment) # mine"),
    ("among comments and blanks", "# c\n\n  # d\n\(assignment)\n\n"),
    ("with a byte order mark", "\u{FEFF}\(assignment)"),
    ("with the last of two", "GHSEARCH_TOKEN=a b\n\(assignment)\n"),
    ("with a command in another key", "X=$(touch made)\n\(assignment)\n"),
    ("with other programs' lines", "A = b\n<x>\nC: 'd\n=\(Canary.token)\n\(assignment)\n"),
    ("with a text over lines in another key", "KEY=\"one\ntwo\nthree\"\n\(assignment)\n"),
  ]

  private static let badDotEnv: [(String, String, Int)] = [
    ("with an open quote", "# x\n\nGHSEARCH_TOKEN=\"\(Canary.token)\n", 3),
    ("with something behind a quote", "GHSEARCH_TOKEN=\"\(Canary.token)\" \(Canary.token)", 1),
    ("with blanks around the sign", "A = b\nGHSEARCH_TOKEN = \(Canary.token)\n", 2),
    ("in YAML", "GHSEARCH_TOKEN: \(Canary.token)\n", 1),
    ("with the key in a quote that never ends", "A=b\nB='c\n\(assignment)\n", 2),
  ]

  private static let malformedDotEnv: [(String, String)] = [
    ("with a second equals sign", "GHSEARCH_TOKEN=a=c4n4ry"),
    ("with a command", "GHSEARCH_TOKEN=$(touch made)"),
    ("with a command in back quotes", "GHSEARCH_TOKEN=`touch made`"),
    ("with another variable", "GHSEARCH_TOKEN=$HOME"),
    ("with an escape in quotes", #"GHSEARCH_TOKEN="c4n4ry\n""#),
  ]

  private static let emptyDotEnv: [(String, FaultFile.Content)] = [
    ("empty", .bytes("")), ("with an empty value", .bytes("GHSEARCH_TOKEN=")),
    ("with a key of another host", .bytes("GH_TOKEN=\(Canary.token)")),
    ("with a key we do not read", .bytes("GHSEARCH_TOKENS=\(Canary.token)")),
    ("with a bare token", .bytes("A=b\n\(Canary.token)\n")),
    ("with no key", .bytes("=\(Canary.token)\n")),
    ("with a blank in the key", .bytes("GH TOKEN=c4n4ry")),
    ("with an escape character in the key", .bytes("A\u{1B}[2J=c4n4ry\n")),
    ("that is a directory", .directory), ("that is a dangling link", .link(to: "nowhere")),
  ]

  private static let skippedDotEnv: [(String, FaultFile.Content)] = [
    ("that is a pipe", .pipe), ("of 1 GiB", .hole(1 << 30)),
    ("that links to /dev/zero", .link(to: "/dev/zero")),
    ("that links to itself", .link(to: ".env")),
    ("that is not UTF-8, without a key", .bytes(.raw([0xC3, 0x28]))),
  ]

  private static let oddDotEnv: [(String, FaultFile.Content)] = [
    ("in UTF-16", .bytes(.raw([0xFF, 0xFE] + "GHSEARCH_TOKEN=x".utf8.flatMap { [$0, 0] }))),
    ("that is not UTF-8", .bytes(.raw(Array(assignment.utf8) + [0xC3, 0x28]))),
  ]

  /// Other keys would let a directory decide where the token goes.
  private static let foreignDotEnv: [Self] = [
    "GHSEARCH_API_URL={trap}", "GH_HOST=127.0.0.1:{trapPort}", "HTTPS_PROXY={trap}",
    "http_proxy={trap}", "ALL_PROXY={trap}", "SSL_CERT_FILE=/dev/null", "HOME=/nonexistent",
    "BROWSER=touch made", "PATH=/nonexistent", "LD_PRELOAD=/nonexistent.so",
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
    ("with no indentation", .bytes("github.com:\noauth_token: \(Canary.token)\n"), false),
    ("of another shape", .bytes("[github.com, {oauth_token: c4n4ry}]"), false),
    ("that is empty", .bytes(""), false),
    ("that is a directory", .directory, false), ("that is a pipe", .pipe, false),
    ("of 1 GiB", .hole(1 << 30), false), ("that links to /dev/zero", .link(to: "/dev/zero"), false),
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
      ("401 Unauthorized", 4), ("403 Forbidden", 5), ("404 Not Found", 3),
      ("422 Unprocessable", 64),
      ("418 Teapot", 8),
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
        files: [file(Canary.token)],
        .works(.containing("octo"))
      ),
      FaultCase(
        "help and version with a token",
        ["--version"],
        .works(.containing("ghsearch")).asking(0)
      ),
    ]
}
