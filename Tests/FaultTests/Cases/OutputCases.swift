extension FaultCase {
  /// Destinations of the output, and terminal types.
  static let output: [Self] =
    readers + unwritable + closed + locales + terminals + sizes + hostile + colors

  private static func search(
    _ name: String,
    _ arguments: [Bytes] = ["swift"],
    server: Script = .rows(3),
    environment: [String: String?] = [:],
    _ expected: Expectation,
    wiring: (inout Wiring) -> Void
  ) -> Self {
    FaultCase(name, arguments, server: server, environment: environment, expected)
      .connected(wiring)
  }

  private static func search(
    _ name: String,
    _ expected: Expectation,
    wiring: (inout Wiring) -> Void
  ) -> Self {
    search(name, ["swift"], expected, wiring: wiring)
  }

  // MARK: Readers

  private static let readers: [Self] = [
    search(
      "head -1",
      ["swift", "--limit", "100"],
      server: .large,
      .ends(141, output: .containing("octo/r1\t"), errors: .nothing)
    ) { $0.output = .pipeCut(after: 1) },
    search("a departed reader", .ends(141, output: .nothing, errors: .nothing)) {
      $0.output = .pipeCut(after: 0)
    },
    search("a departed reader, SIGPIPE ignored", .ends(141, output: .nothing, errors: .nothing)) {
      $0.output = .pipeCut(after: 0)
      $0.settings = ["ignore=13"]
    },
    search(
      "a slow reader",
      ["swift", "--limit", "100"],
      server: .large,
      .works(.lines(100), within: 30)
    ) { $0.output = .pipeSlow },
    search("a departed reader of messages", ["--nonsense"], .ends(64, 141, errors: .anything)) {
      $0.errors = .pipeCut(after: 0)
    },
  ]

  // MARK: Not writable

  private static let commands: [(String, [Bytes])] = [
    ("search as JSON", ["swift", "--json", "id"]), ("view", ["view", "octo/one"]),
    ("help", ["--help"]), ("open", ["open", "octo/one", "--hostname", "github.com"]),
  ]

  private static let unwritable: [Self] =
    commands.flatMap { label, arguments in
      [
        search("\(label) to a full disk", arguments, server: .starred, .fails(11)) {
          $0.output = .file("/dev/full")
        },
        search("\(label) to a closed output", arguments, server: .starred, .fails(11)) {
          $0.output = .closed
        },
      ]
    } + [
      search(
        "star to a full disk says that it starred",
        ["star", "octo/one", "octo/two"],
        server: .starred,
        .fails(11, saying: "octo/one starred").asking(4)
      ) { $0.output = .file("/dev/full") },
      search(
        "a file beyond its size limit",
        .ends(11, 153, output: .anything, errors: .lines(0...1, containing: ""))
      ) {
        $0.output = .file("{root}/here/output")
        $0.settings = ["limit=size:10"]
      },
      search(
        "messages to a full disk",
        ["--nonsense"],
        .ends(64, output: .nothing, errors: .anything)
      ) {
        $0.errors = .file("/dev/full")
      },
      search("both to a full disk", .ends(11, errors: .anything)) {
        $0.output = .file("/dev/full")
        $0.errors = .file("/dev/full")
      },
    ]

  // MARK: Closed

  private static let closed: [Self] = [
    search("no input, no error", .works(.lines(3))) {
      $0.input = .closed
      $0.errors = .closed
    },
    search("nothing at all", .ends(11, errors: .anything)) {
      $0.input = .closed
      $0.output = .closed
      $0.errors = .closed
    },
    search("names from no input", ["star", "-"], server: .starred, .fails(9, 64).asking(0)) {
      $0.input = .closed
    },
    search("names that are not UTF-8", ["star", "-"], server: .starred, .fails(64).asking(0)) {
      $0.input = .bytes(.raw([0x6F, 0xFF, 0x0A]))
    },
    search("endless names", ["star", "-"], server: .starred, .fails(64).asking(0)) {
      $0.input = .file("/dev/zero")
    },
    search("a bad name among the names", ["star", "-"], server: .starred, .fails(64).asking(0)) {
      $0.input = .bytes("octo/one\n../user\nocto/two\n")
    },
    search(
      "rows of a search as names",
      ["starred", "-"],
      server: .starred,
      .works(.exactly("octo/one\tyes\nocto/two\tyes\n"))
    ) {
      $0.input = .bytes("octo/one\t5\t\t\t\t\r\n\r\nocto/two\t6\tx")
    },
  ]

  // MARK: Locales

  private static let localized = Script.replies(
    .answer(
      body: JSON.page([
        JSON.repository(
          1_234_567,
          "octo/one",
          more:
            #","forks_count":1000,"updated_at":"2024-02-29T23:59:59Z","description":"größe I i 漢""#
        )
      ])
    )
  )

  private static let locales: [Self] = [
    ["LC_ALL": "C"], ["LC_ALL": "tr_TR.UTF-8"], ["LC_ALL": "ar_EG.UTF-8"],
    ["LC_ALL": "ja_JP.SJIS"], ["LC_ALL": "\u{1B}[2J"], ["LANG": nil],
    ["TZ": "../../etc/passwd"],
  ].map { (environment: [String: String?]) in
    search(
      "\(environment.map { "\($0.key)=\($0.value.debugDescription)" }.joined())",
      server: localized,
      environment: environment,
      .works(.exactly("octo/one\t1234567\t1000\t\t2024-02-29T23:59:59Z\tgröße I i 漢\n"))
    ) { _ in }
  }

  // MARK: Terminals

  private static let terminals: [Self] =
    [
      "", "dumb", "../../../etc/passwd", "\u{1B}[2J", String(repeating: "x", count: 100_000),
      "%s%n",
    ].map { name in
      search(
        "TERM \(name.prefix(20).debugDescription)",
        server: .rows(3),
        environment: ["TERM": name, "NO_COLOR": "1"],
        .works(.tame, says: .anything)
      ) {
        $0.output = .terminal
        $0.errors = .terminal
      }
    } + [
      search("no TERM", environment: ["TERM": nil], .works(.containing("octo/r1"), says: .anything))
      {
        $0.output = .terminal
      }
    ]

  private static let sizes: [Self] = [
    (0, 0), (1, 1), (1, 1000), (20, 5), (1000, 2), (65_535, 65_535),
  ].flatMap { (columns: UInt16, rows: UInt16) in
    [("search", ["swift"]), ("view", ["view", "octo/one"])].map {
      (label: String, arguments: [Bytes]) in
      search(
        "\(label) at \(columns)×\(rows)",
        arguments,
        server: .starred,
        environment: ["NO_COLOR": "1"],
        .works(.tame, says: .anything)
      ) {
        $0.output = .terminal
        $0.errors = .terminal
        ($0.columns, $0.rows) = (columns, rows)
      }
    }
  }

  // MARK: Hostile text

  private static let hostileText =
    #"\u001b[2J \u009b31m \u001b]8;;x\u0007 \u202ecod.exe \udb40\udc41 a\rb"#

  /// Hostile text in fields that the repositories of `SafetyTests` cannot have.
  private static let hostile: [Self] = [
    (
      "view", ["view", "octo/one"],
      JSON.repository(
        more:
          #","default_branch":"\#(hostileText)","license":{"key":"\#(hostileText)","name":"\#(hostileText)"}"#
      )
    ),
    ("a login", ["auth", "status"], #"{"login":"\#(hostileText)","id":1}"#),
  ].map { (label: String, arguments: [Bytes], body: String) in
    search(
      "\(label) with hostile text",
      arguments,
      server: .replies(.answer(body: body)),
      environment: ["NO_COLOR": "1"],
      // The same response is invalid for the rate limits.
      .ends(0, 10, output: .tame, errors: .anything)
    ) {
      $0.output = .terminal
      $0.errors = .terminal
    }
  }

  // MARK: Color

  /// Output has no color without a terminal, unless a flag or variable asks for it.
  private static let colors: [Self] = [
    ["CLICOLOR": "1", "FORCE_COLOR": "1"], ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"],
  ].map { (environment: [String: String?]) in
    search(
      "no color in a pipe, \(environment.keys.sorted().joined(separator: ", "))",
      environment: environment,
      .works(.exactly("octo/r1\t1\t\t\t\t\nocto/r2\t2\t\t\t\t\nocto/r3\t3\t\t\t\t\n"))
    ) { _ in }
  }
}
