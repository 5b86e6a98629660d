extension FaultCase {
  /// Arguments from a user, or from a script with untrusted input.
  static let arguments: [Self] =
    refusedNames + refusedFlags + oddArguments + configurations

  // MARK: Names of repositories

  /// Some of the names in `RepositoryNameTests`.
  private static let refusedNames: [Self] = [
    ("an owner of two dots", Bytes("../one"), "is not a repository"),
    ("an encoded slash", "a/b%2f..%2fc", "is not a repository"),
    ("an escape character", "octo/\u{1B}[31mone", "is not a repository"),
    ("a line feed", "octo/one\r\nX-Evil: 1", "is not a repository"),
    ("a bidi override", "octo/\u{202E}eno", "is not a repository"),
    ("a host behind a user", "https://github.com@evil.test/octo/one", "is not a repository"),
    ("a name of 101 letters", .text("octo/" + String(repeating: "a", count: 101)), "is not a repo"),
    ("a row beyond all", "99999999999999999999", "no row"),
  ].flatMap { (label: String, name: Bytes, text: String) in
    ["view", "star"].map { verb in
      FaultCase(
        "\(verb) \(label)",
        [.text(verb), name],
        server: .starred,
        .fails(64, saying: text).asking(0)
      )
    }
  }

  // MARK: Flags

  private static let refusedFlags = badFlags.map { words in
    FaultCase(
      "search \(words.joined(separator: " "))",
      ["swift"] + words.map { .text($0) },
      .fails(64).asking(0)
    )
  }

  private static let badFlags: [[String]] = [
    ["--limit", "0"], ["--limit", "99999999999999999999"], ["--limit", "١٠"], ["--limit"],
    ["--sort", "nonsense"], ["--stars", "5..1..2"], ["--stars", ">99999999999999999999"],
    ["--language", "a\nb"], ["--json", "id,,name"], ["--json", "id", "--csv", "id"],
    ["--nonsense"], ["-Z"],
  ]

  // MARK: Others

  private static let oddArguments: [Self] = [
    FaultCase(
      "an argument of 1 MiB",
      [.text(String(repeating: "x", count: 100_000))]
        + [Bytes](
          repeating: .text(String(repeating: "y", count: 100_000)),
          count: 9
        ),
      .fails(64, saying: "query").asking(0)
    ),
    FaultCase(
      "a repository of 100,000 letters",
      ["view", .text("octo/" + String(repeating: "x", count: 100_000))],
      .fails(64, saying: "is not a repository").asking(0)
    ),
    FaultCase("an argument that is not UTF-8", [.raw([0x66, 0xFF, 0xFE])], .fails(64).asking(0)),
    FaultCase(
      "a name that is not UTF-8",
      ["view", .raw(Array("octo/".utf8) + [0xC3, 0x28])],
      .fails(64).asking(0)
    ),
    FaultCase("a dash behind two dashes", ["--", "--limit"], .works(.lines(3))),
    FaultCase(
      "one bad name among good ones",
      ["star", "octo/one", "octo/..", "octo/two"],
      server: .starred,
      .fails(64, saying: "is not a repository").asking(0)
    ),
    FaultCase(
      "a thousand arguments",
      ["search"] + [Bytes](repeating: "x", count: 1000),
      .fails(64, saying: "256").asking(0)
    ),
  ]

  private static let configurations: [Self] =
    badBases.map { base in
      FaultCase(
        "GHSEARCH_API_URL \(base)",
        at: .none,
        environment: ["GHSEARCH_API_URL": base],
        .fails(64, saying: "GHSEARCH_API_URL")
      )
    }
    + badHosts.map { host in
      FaultCase(
        "GH_HOST \(host)",
        at: .none,
        environment: ["GH_HOST": host, "GHSEARCH_API_URL": nil],
        .fails(64, saying: "GH_HOST")
      )
    }

  private static let badBases = [
    "http://api.github.com", "https://me:secret@api.github.com", "file:///etc/passwd", "https://",
    "https://h/a/../b", "http://127.0.0.1.evil.test", "https://h\u{1B}[2J",
  ]

  private static let badHosts = ["evil.test/x", "me@evil.test", "a\u{1B}b"]
}
