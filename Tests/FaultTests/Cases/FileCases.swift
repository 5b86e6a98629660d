extension FaultCase {
  /// The user's directories and files, which may be anything.
  static let files: [Self] =
    homes + directories + places + browsers + budgets + shells

  private static let commands: [(String, [Bytes], Expectation)] = [
    ("search", ["swift"], .works(.lines(3), says: .lines(0...1, containing: ""))),
    (
      "star", ["star", "octo/one"],
      .works(.exactly("octo/one\tstarred\n"), says: .lines(0...1, containing: ""))
    ),
  ]

  // MARK: Home

  private static let homes: [Self] = [
    ("no HOME", nil), ("a HOME that is a file", "/etc/passwd"), ("a relative HOME", "home"),
    ("a HOME that loops", "{root}/here/loop"),
    ("a HOME of 5,000 letters", "/" + String(repeating: "x", count: 5000)),
    ("a HOME with control sequences", "/\u{1B}[2J"), ("a HOME that is a pipe", "{root}/here/pipe"),
  ].flatMap { label, home in
    commands.map { command, arguments, expected in
      FaultCase(
        "\(command), \(label)",
        arguments,
        server: .starred,
        environment: ["HOME": home],
        files: [FaultFile("here/loop", .link(to: "loop")), FaultFile("here/pipe", .pipe)],
        expected
      )
    }
  }

  private static let directories: [Self] = [
    "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
  ].flatMap { name in
    [
      "relative/path", "/etc/passwd", "{root}/here/loop",
    ]
    .flatMap { (path: String) in
      commands.map { command, arguments, expected in
        FaultCase(
          "\(command), \(name) is \(path)",
          arguments,
          server: .starred,
          environment: [name: path],
          files: [FaultFile("here/loop", .link(to: "loop")), FaultFile("here/pipe", .pipe)],
          expected
        )
      }
    }
  }

  // MARK: In place of ghsearch's directories

  private static let places: [Self] = [
    "home/.config/ghsearch", "home/.local/share/ghsearch", "home/.local/state", "home/.cache",
  ].flatMap { path in
    [
      ("a pipe", FaultFile(path, .pipe)),
      ("a loop", FaultFile(path, .link(to: "\(path.split(separator: "/").last ?? "")"))),
      ("a directory without permissions", FaultFile(path, .directory, mode: 0)),
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

  /// A script in place of the system's URL opener.
  private static func opener(_ script: String) -> FaultFile {
    FaultFile("here/xdg-open", .bytes(.text("#!/bin/sh\n\(script)\n")), mode: 0o700)
  }

  private static let browsers: [Self] =
    [
      ("that does not exist", "no-such-program"), ("that fails", "false"),
      ("with an unclosed quote", "sh -c 'echo"),
      ("of 100,000 letters", String(repeating: "x", count: 100_000)),
      ("that acts", "\u{1B}[2J"),
    ].map { label, browser in
      FaultCase(
        "a browser \(label)",
        ["open", "octo/one", "--hostname", "github.com"],
        environment: ["BROWSER": browser],
        .ends(9, errors: .anything).notMaking("here/made")
      )
    } + [
      FaultCase(
        "no browser",
        ["open", "octo/one", "--hostname", "github.com"],
        environment: ["PATH": "{root}/here"],
        .works(.exactly("https://github.com/octo/one\n")).asking(0)
      ),
      FaultCase(
        "a system opener that does not end",
        ["open", "octo/one", "--hostname", "github.com"],
        environment: ["PATH": "{root}/here:/usr/bin:/bin"],
        files: [opener("exec sleep 20")],
        .works(.nothing).asking(0)
      ),
      FaultCase(
        "a system opener that fails",
        ["open", "octo/one", "--hostname", "github.com"],
        environment: ["PATH": "{root}/here:/usr/bin:/bin"],
        files: [opener("echo no display >&2; exit 3")],
        .works(.exactly("https://github.com/octo/one\n")).asking(0)
      ),
      FaultCase(
        "a browser that is a shell's words",
        ["open", "octo/one", "--hostname", "github.com"],
        environment: ["BROWSER": "sh -c 'echo \"<$1>\"' sh"],
        .works(.exactly("<https://github.com/octo/one>\n"))
      ),
      FaultCase(
        "places for the address",
        ["open", "octo/one", "--hostname", "github.com"],
        environment: ["BROWSER": "echo %s '(%s)' \"'<%s>'\" \\'"],
        .works(
          .exactly(
            "https://github.com/octo/one (https://github.com/octo/one) '<https://github.com/octo/one>' '\n"
          )
        )
      ),
      FaultCase(
        "another browser in place of one that does not exist",
        ["open", "octo/one", "--hostname", "github.com"],
        environment: ["BROWSER": "nosuch:nosuch --new:echo '<'%s'>'"],
        .works(.exactly("<https://github.com/octo/one>\n"))
      ),
      FaultCase(
        "the browser does not get the token",
        ["open", "octo/one", "--hostname", "github.com"],
        environment: ["BROWSER": "sh {root}/here/show %s", "GH_TOKEN": Canary.token],
        files: [FaultFile("here/show", .bytes("env"))],
        .works(.containing("HOME="))
      ),
      FaultCase(
        "a query with a shell's signs in the browser",
        ["swift; touch made", "--web", "--hostname", "github.com"],
        environment: ["BROWSER": "echo %s"],
        .works(.containing("swift%3B%20touch%20made")).notMaking("here/made")
      ),
    ]

  // MARK: The rate limits that all processes share

  private static let budgetFile = "home/.local/state/ghsearch/rate-limits.json"
  private static let lockFile = "home/.local/state/ghsearch/rate-limits.lock"

  private static let budgetFiles: [(String, FaultFile)] = [
    ("of 1 GiB", FaultFile(budgetFile, .hole(1 << 30))),
    ("a directory", FaultFile(budgetFile, .directory)),
    ("a pipe", FaultFile(budgetFile, .pipe)),
    ("a link to /dev/zero", FaultFile(budgetFile, .link(to: "/dev/zero"))),
    ("a directory for its lock", FaultFile(lockFile, .directory)),
    ("a pipe for its lock", FaultFile(lockFile, .pipe)),
  ]

  private static let budgets: [Self] = budgetFiles.flatMap { label, file in
    commands.map { command, arguments, expected in
      FaultCase(
        "\(command), the budget is \(label)",
        arguments,
        server: .starred,
        files: [file],
        expected
      )
    }
  }

  // MARK: Concurrent runs, and unusual places

  private static func shell(
    _ name: String,
    _ script: String,
    _ expected: Expectation
  ) -> Self {
    FaultCase(name, [], server: .starred, expected).connected { $0.shellScript = script }
  }

  private static let shells: [Self] = [
    shell(
      "two in a row write a second apart",
      #""$0" star octo/one; "$0" unstar octo/one"#,
      .works(.lines(2), says: .anything).asking(7).notBefore(1)
    ),
    shell(
      "in a removed directory",
      #"mkdir gone; cd gone; rmdir ../gone; exec "$0" swift"#,
      .works(.lines(3))
    ),
    shell("no file may grow", #"ulimit -f 0; exec "$0" swift"#, .works(.lines(3))),
    shell(
      "no file may grow, star",
      #"ulimit -f 0; exec "$0" star octo/one"#,
      .ends(0, output: .lines(1), errors: .line("update the local copy of your stars"))
    ),
    shell("a mask that hides all", #"umask 777; "$0" swift && "$0" swift"#, .works(.lines(6))),
    shell(
      "no mask",
      #"umask 0; "$0" swift && ls -l $HOME/.local/state/ghsearch | grep -c rw-rw"#,
      .ends(1, output: .containing("0\n"), errors: .nothing)
    ),
    shell(
      "the state is removed between two",
      #""$0" swift && rm -r $HOME/.local && "$0" swift"#,
      .works(.lines(6))
    ),
    shell(
      "the lock is held by another",
      #"mkdir -p $HOME/.local/state/ghsearch; exec 9>$HOME/.local/state/ghsearch/rate-limits.lock; flock 9; "$0" swift 9>&-"#,
      .works(.lines(3))
    ),
  ]
}
