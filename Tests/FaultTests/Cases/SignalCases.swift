#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension FaultCase {
  /// Signals and limits from outside the program.
  static let signals: [Self] =
    duringRequest + duringWrite + duringBatch + duringWait + stops + harmless + keys + limits

  private static let ending: [(String, Int32)] = [
    ("INT", SIGINT), ("TERM", SIGTERM), ("HUP", SIGHUP), ("QUIT", SIGQUIT), ("USR1", SIGUSR1),
  ]

  /// Crashing signals; no backtrace may follow, because it would show memory.
  private static let crashing: [(String, Int32)] = [
    ("SEGV", SIGSEGV), ("ABRT", SIGABRT), ("ILL", SIGILL), ("TRAP", SIGTRAP),
  ]

  private static func ended(by number: Int32, output: Expectation.Output = .nothing) -> Expectation
  {
    .ends(128 + number, output: output, errors: .lines(0...1, containing: ""))
  }

  private static func killed(by number: Int32) -> Expectation {
    .ends(128 + number, errors: .nothing)
  }

  // MARK: While waiting for a response

  private static let duringRequest: [Self] =
    ending.flatMap { label, number in
      [
        FaultCase(
          "\(label) while an answer is due",
          server: .replies(Reply(.signal(number), .stall)),
          ended(by: number)
        ),
        FaultCase(
          "\(label) in the middle of an answer",
          server: .replies(
            Reply(.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"), .signal(number), .stall)
          ),
          ended(by: number)
        ),
        FaultCase(
          "\(label) while shaking hands",
          server: .greeting(.signal(number), .stall),
          environment: ["GHSEARCH_API_URL": "https://127.0.0.1:{port}"],
          ended(by: number)
        ),
      ]
    }
    + crashing.map { label, number in
      FaultCase(
        "\(label) while an answer is due",
        server: .replies(Reply(.signal(number), .stall)),
        killed(by: number)
      )
    }

  // MARK: While writing

  private static let duringWrite: [Self] = ending.map { label, number in
    FaultCase(
      "\(label) without a reader",
      ["swift", "--limit", "100", "--json", "all"],
      server: .large,
      ended(by: number, output: .anything)
    )
    .connected {
      $0.output = .pipeUnread
      $0.reactions = [.signalOnOutput(number)]
    }
  }

  // MARK: Within a batch

  /// The program reports the changes that it made, and no others.
  private static let duringBatch: [Self] = [("INT", SIGINT), ("KILL", SIGKILL)]
    .flatMap { label, number in
      [
        FaultCase(
          "\(label) within a batch of stars",
          ["star", "octo/a", "octo/b", "octo/c"],
          server: .routes(
            Script.Route("PUT /user/starred/octo/b", Reply(.signal(number), .stall)),
            Script.Route("", .noContent)
          ),
          ended(by: number, output: .exactly("octo/a\tstarred\n")).asking(6)
        ),
        FaultCase(
          "\(label) between two stars",
          ["star", "octo/a", "octo/b"],
          server: .routes(
            Script.Route("octo/a", .noContent),
            // Sent a second later; on a busy machine this may come before the signal.
            Script.Route("octo/b", Reply(.stall))
          ),
          ended(by: number, output: .exactly("octo/a\tstarred\n")).asking(1...5)
        )
        .connected { $0.reactions = [.signalOnOutput(number)] },
        FaultCase(
          "\(label) after the first of many pages",
          ["swift", "--limit", "1000"],
          server: .replies(.page(1), Reply(.signal(number), .stall)),
          ended(by: number, output: .lines(100)).asking(2)
        ),
      ]
    }

  // MARK: While waiting

  private static let duringWait: [Self] = [("INT", SIGINT), ("TERM", SIGTERM)]
    .map { label, number in
      FaultCase(
        "\(label) while waiting for a limit",
        server: .replies(.failure("429 Too Many", ["Retry-After: 50"])),
        .ends(128 + number, output: .nothing, errors: .lines(1...2, containing: ""))
          .asking(1)
      )
      .connected { $0.reactions = [.signalOnErrors(containing: "ghsearch:", number)] }
    }

  // MARK: Stopping

  private static let stops: [Self] = [("TSTP", SIGTSTP), ("STOP", SIGSTOP)]
    .flatMap { label, number in
      [
        FaultCase(
          "\(label) and CONT while an answer is due",
          server: .replies(
            Reply(
              .signal(number),
              .awaitStop,
              .signal(SIGCONT),
              .answer(status: "200 OK", fields: [], body: JSON.rows(3))
            )
          ),
          .works(.lines(3))
        ),
        FaultCase(
          "\(label) and CONT in the middle of an answer",
          server: .replies(
            Reply(
              .send(.text("HTTP/1.1 200 OK\r\nContent-Length: \(JSON.rows(3).utf8.count)\r\n\r\n")),
              .signal(number),
              .awaitStop,
              .signal(SIGCONT),
              .send(.text(JSON.rows(3)))
            )
          ),
          .works(.lines(3))
        ),
      ]
    }

  private static let harmless: [Self] =
    [("CHLD", SIGCHLD), ("WINCH", SIGWINCH), ("CONT", SIGCONT)]
    .map { label, number in
      FaultCase(
        "\(label) while an answer is due",
        server: .replies(
          Reply(
            .signal(number),
            .signal(number),
            .answer(status: "200 OK", fields: [], body: JSON.rows(3))
          )
        ),
        .works(.lines(3))
      )
    } + [
      FaultCase(
        "HUP under nohup",
        server: .replies(
          Reply(.signal(SIGHUP), .answer(status: "200 OK", fields: [], body: JSON.rows(3)))
        ),
        .works(.lines(3))
      )
      .connected { $0.settings = ["ignore=1"] }
    ]

  // MARK: Keys

  private static let keys: [Self] = [("Ctrl-C", "\u{3}", SIGINT), ("Ctrl-\\", "\u{1C}", SIGQUIT)]
    .map { label, key, number in
      FaultCase(
        "\(label) while an answer is due",
        server: .replies(Reply(.type(key), .stall)),
        .ends(128 + number, errors: .anything)
      )
      .connected {
        $0.input = .terminal
        $0.output = .terminal
        $0.errors = .terminal
      }
    }

  // MARK: Limits of the system

  private static let limits: [Self] = [
    ("six descriptors", "limit=files:6", Set<Int32>([9])),
    ("31 descriptors", "limit=files:31", [9]),
    ("32 descriptors", "limit=files:32", [0]),
    ("a stack of 256 KiB", "limit=stack:262144", [0]),
    ("a gigabyte of addresses", "limit=memory:2147483648", [0]),
  ].map { label, setting, statuses in
    var expected = Expectation.ends(
      0,
      errors: .lines(statuses.contains(0) ? 0...0 : 1...1, containing: ""),
      within: 36
    )
    expected.status = statuses
    return FaultCase(label, expected, settings: setting)
  }

  private init(_ name: String, _ expected: Expectation, settings: String) {
    self.init(name, ["swift"], expected)
    wiring.settings = [settings]
  }
}
