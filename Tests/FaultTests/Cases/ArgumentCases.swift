extension FaultCase {
  /// Arguments from a user, or from a script with untrusted input.
  static let arguments: [Self] =
    refusedNames.thinned(to: 7) + acceptedNames.thinned(to: 2) + refusedFlags.thinned(to: 3)
    + queries + oddArguments
    + configurations

  // MARK: Names of repositories

  private static let refusedNames =
    refused(badNames, saying: "is not a repository") + refused(badRows, saying: "no row")

  private static func refused(_ names: [(String, Bytes)], saying text: String) -> [Self] {
    names.flatMap { label, name in
      ["view", "star", "starred"].map { verb in
        FaultCase(
          "\(verb) \(label)",
          [.text(verb), name],
          server: .starred,
          .fails(64, saying: text).asking(0)
        )
      }
    }
  }

  private static let badRows: [(String, Bytes)] = [
    ("a row without a list shown before", "1"), ("row 0", "#0"),
    ("a row beyond all", "99999999999999999999"),
  ]

  private static let badNames: [(String, Bytes)] = [
    ("an owner of two dots", "../one"),
    ("a name of two dots", "octo/.."),
    ("a name of one dot", "octo/."),
    ("three parts", "a/b/c"),
    ("one part", "octo"),
    ("an empty owner", "/one"),
    ("an empty name", "octo/"),
    ("only a slash", "/"),
    ("an encoded slash", "a%2fb"),
    ("an encoded slash beside a real one", "a/b%2f..%2fc"),
    ("an encoded dot", "octo/%2e%2e"),
    ("a question mark", "octo/one?x=1"),
    ("a fragment", "octo/one#x"),
    ("a space", "octo/o ne"),
    ("an escape character", "octo/\u{1B}[31mone"),
    ("a carriage return and a line feed", "octo/one\r\nX-Evil: 1"),
    ("a line feed at the end", "octo/one\n"),
    ("a bidi override", "octo/\u{202E}eno"),
    ("a zero-width space", "octo/o\u{200B}ne"),
    ("letters that look like ASCII", "осtо/оnе"),
    ("full-width digits", "octo/１"),
    ("a backslash", #"octo\one"#),
    ("another host", "https://evil.test/octo/one"),
    ("a host that starts like ours", "https://github.com.evil.test/octo/one"),
    ("a host behind a user", "https://github.com@evil.test/octo/one"),
    ("an address without a name", "https://github.com/octo"),
    ("a file", "file:///etc/passwd"),
    ("a colon", "octo/one:two"),
    ("a name of 101 letters", .text("octo/" + String(repeating: "a", count: 101))),
  ]

  private static let acceptedNames: [Self] = [
    "octo/one", "octo/one.git", "Octo/One", "https://github.com/octo/one",
    "git@github.com:octo/one.git",
  ].map { name in
    FaultCase(
      "view \(name)",
      ["view", .text(name)],
      server: .starred,
      .works(.containing("octo/one"))
    )
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
    ["--limit", "0"], ["--limit", "-1"], ["--limit", "1001"], ["--limit", "1e3"],
    ["--limit", ""], ["--limit", "ten"], ["--limit", "99999999999999999999"], ["--limit", "1.5"],
    ["--limit", "0x10"], ["--limit", "١٠"], ["--limit"], ["--limit=5=5"],
    ["--sort", "nonsense"], ["--sort", ""], ["--order", "sideways"],
    ["--stars", ">"], ["--stars", "5..1..2"], ["--stars", "many"], ["--stars", "-1"],
    ["--stars", ">99999999999999999999"], ["--language", "a\"b"], ["--language", "a\nb"],
    ["--topic", "x\u{0}y"], ["--json", "nonsense"], ["--json", "id,,name"], ["--csv", ""],
    ["--json", "id", "--csv", "id"], ["--nonsense"], ["--color", "sometimes"], ["-Z"],
  ].filter { !$0.contains { $0.contains("\u{0}") } }

  // MARK: Query text

  private static let queries: [Self] = [
    ("an ampersand and a field", "a&page=2", "q=a%26page%3D2&"),
    ("a plus", "c++", "q=c%2B%2B&"),
    ("a per cent", "100%", "q=100%25&"),
    ("an encoded space", "a%20b", "q=a%2520b&"),
    ("a hash", "c#", "q=c%23&"),
    ("quotes", #""two words""#, "q=%22two%20words%22&"),
    ("a slash and dots", "../../user", "q=..%2F..%2Fuser&"),
    ("letters beyond ASCII", "größe", "q=gr%C3%B6%C3%9Fe&"),
    ("a picture", "🚀", "q=%F0%9F%9A%80&"),
    ("a carriage return and a line feed", "a\r\nX-Evil: 1", "q=a%0D%0AX-Evil%3A%201&"),
    ("an escape character", "\u{1B}[2J", "q=%1B%5B2J&"),
    ("a qualifier", "stars:>5", "q=stars%3A%3E5&"),
    ("256 characters", String(repeating: "x", count: 256), "q=xxxxxxxx"),
  ].map { label, query, wanted in
    FaultCase(
      "query with \(label)",
      ["search", .text(query)],
      server: .routes(
        Script.Route(wanted, .rows(3)),
        Script.Route("", .failure("400 Not as sent"))
      ),
      .works(.lines(3))
    )
  }

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
    FaultCase("an overlong slash", [.raw([0xC0, 0xAF])], .fails(64).asking(0)),
    FaultCase("an encoded surrogate", [.raw([0xED, 0xA0, 0x80])], .fails(64).asking(0)),
    FaultCase("an empty query", [""], .fails(64, saying: "empty").asking(0)),
    FaultCase("a blank query", [" \t "], .fails(64, saying: "empty").asking(0)),
    FaultCase(
      "257 characters",
      [.text(String(repeating: "x", count: 257))],
      .fails(64, saying: "256").asking(0)
    ),
    FaultCase(
      "six operators",
      ["a AND b OR c NOT d AND e OR f NOT g"],
      .fails(64, saying: "AND, OR and NOT").asking(0)
    ),
    FaultCase("a dash behind two dashes", ["--", "--limit"], .works(.lines(3))),
    FaultCase("star without a name", ["star"], .fails(64).asking(0)),
    FaultCase("auth nonsense", ["auth", "nonsense"], .fails(64).asking(0)),
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
    "http://api.github.com", "https://me:secret@api.github.com", "ftp://api.github.com",
    "file:///etc/passwd", "api.github.com", "https://", "https://a b", "https://h/?q",
    "https://h/#f", "https://h:0", "https://h:65536", "https://h/a/../b",
    "http://127.0.0.1.evil.test",
    "http://localhost.evil.test", "javascript:alert(1)", "https://h\u{1B}[2J",
  ]

  private static let badHosts = [
    "evil.test/x", "a b", "me@evil.test", "https://ghe.test", "a\u{1B}b",
  ]
}
