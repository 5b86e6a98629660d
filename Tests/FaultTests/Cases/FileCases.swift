extension FaultCase {
  /// The folders and files of a user, which may be anything.
  static let files: [Self] = homes + folders + places + browsers

  private static let commands: [(String, [Bytes], Expectation)] = [
    ("search", ["swift"], .works(.lines(3), says: .lines(0...1, containing: ""))),
    (
      "star", ["star", "octo/one"],
      .works(.exactly("octo/one\tstarred\n"), says: .lines(0...1, containing: ""))
    ),
  ]

  // MARK: Home

  private static let homes: [Self] = [
    ("no HOME", nil), ("an empty HOME", ""), ("a HOME that is a file", "/etc/passwd"),
    ("a HOME that is not there", "/nonexistent/home"), ("a relative HOME", "home"),
    ("a HOME that is a device", "/dev/null"), ("a HOME in /proc", "/proc/self"),
    ("a HOME that loops", "{root}/work/loop"),
    ("a HOME of 5,000 letters", "/" + String(repeating: "x", count: 5000)),
    ("a HOME that acts", "/\u{1B}[2J"), ("a HOME that is a pipe", "{root}/work/pipe"),
    ("the root as HOME", "/proc"),
  ].flatMap { label, home in
    commands.map { command, arguments, expected in
      FaultCase(
        "\(command), \(label)",
        arguments,
        server: .starred,
        environment: ["HOME": home],
        files: [FaultFile("work/loop", .link(to: "loop")), FaultFile("work/pipe", .pipe)],
        expected
      )
    }
  }

  private static let folders: [Self] = [
    "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
  ].flatMap { name in
    [
      "", "relative/path", "/dev/null", "/etc/passwd", "/nonexistent", "/proc/self",
      "{root}/work/pipe", "{root}/work/loop",
    ]
    .flatMap { path in
      commands.map { command, arguments, expected in
        FaultCase(
          "\(command), \(name) is \(path.isEmpty ? "empty" : path)",
          arguments,
          server: .starred,
          environment: [name: path],
          files: [FaultFile("work/loop", .link(to: "loop")), FaultFile("work/pipe", .pipe)],
          expected
        )
      }
    }
  }

  // MARK: What stands where a folder of ours should be

  private static let places: [Self] = [
    "home/.config", "home/.config/ghsearch", "home/.local", "home/.local/share",
    "home/.local/share/ghsearch", "home/.local/state", "home/.local/state/ghsearch", "home/.cache",
    "home/.cache/ghsearch",
  ].flatMap { path in
    [
      ("a file", FaultFile(path, .bytes("x"))), ("a pipe", FaultFile(path, .pipe)),
      ("a loop", FaultFile(path, .link(to: "\(path.split(separator: "/").last ?? "")"))),
      ("a folder that nobody may enter", FaultFile(path, .folder, mode: 0)),
      ("a folder that all may write to", FaultFile(path, .folder, mode: 0o777)),
    ].map { label, file in
      FaultCase(
        "\(path) is \(label)",
        ["star", "octo/one"],
        server: .starred,
        files: [file],
        .works(.exactly("octo/one\tstarred\n"), says: .lines(0...1, containing: ""))
      )
    }
  }

  // MARK: The browser

  private static let browsers: [Self] =
    [
      ("that is not there", "no-such-program"), ("that is a folder", "/tmp"),
      ("that is a file", "/etc/passwd"), ("that fails", "false"), ("of colons", ":::no-such"),
      ("with a command", "sh -c 'touch made'"), ("with a shell's signs", "no-such; touch made"),
      ("with a command inside", "$(touch made)"),
      ("of 100,000 letters", String(repeating: "x", count: 100_000)),
      ("that acts", "\u{1B}[2J"),
    ].map { label, browser in
      FaultCase(
        "a browser \(label)",
        ["open", "octo/one"],
        environment: ["BROWSER": browser],
        .ends(9, errors: .anything).notMaking("work/made")
      )
    } + [
      FaultCase(
        "no browser",
        ["open", "octo/one"],
        .works(.exactly("https://github.com/octo/one\n")).asking(0)
      ),
      FaultCase(
        "a browser that works",
        ["open", "octo/one"],
        environment: ["BROWSER": "echo opened"],
        .works(.exactly("opened https://github.com/octo/one\n"))
      ),
      FaultCase(
        "a place for the address",
        ["open", "octo/one"],
        environment: ["BROWSER": "echo <%s>"],
        .works(.exactly("<https://github.com/octo/one>\n"))
      ),
      FaultCase(
        "the browser does not get the token",
        ["open", "octo/one"],
        environment: ["BROWSER": "sh {root}/work/show %s", "GH_TOKEN": Canary.token],
        files: [FaultFile("work/show", .bytes("env"))],
        .works(.containing("HOME="))
      ),
      FaultCase(
        "a query with a shell's signs in the browser",
        ["swift; touch made", "--web"],
        environment: ["BROWSER": "echo"],
        .works(.containing("swift%3B%20touch%20made")).notMaking("work/made")
      ),
    ]
}
