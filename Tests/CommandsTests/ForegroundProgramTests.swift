import Foundation
import GitHubSandbox
import System
import Terminal
import TerminalTesting
import TestSupport
import TestTraits
import Testing

/// Programs that use the terminal while this one waits for them, below a shell with job control.
@Suite(
  .ownThread,
  .enabled(if: ProgramPath.find("less", in: ProcessInfo.processInfo.environment) != nil),
  .enabled(if: ProgramPath.find("bash", in: ProcessInfo.processInfo.environment) != nil)
)
struct ForegroundProgramTests {
  /// A program that the user interrupts.
  struct Interrupted: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var variables: [String: String] = [:]
    /// The command; a busy machine could print other output too late for the pager.
    var command = "view vapor/vapor --readme"
    /// The text it shows once it has the terminal.
    let sign: String
    /// The text it shows after Ctrl-C, if the interruption does not end it, and the keys that do.
    var reaction: (sign: String, keys: String)?
    var status = 0
  }

  /// The prompt of less with more text below.
  private static let lessPrompt = ":\u{1B}[K"

  private static let programs: [Interrupted] = [
    Interrupted(testDescription: "less, which quits (K)", sign: Self.lessPrompt),
    Interrupted(
      testDescription: "less, which stays (no K)",
      variables: ["LESS": "R"],
      sign: Self.lessPrompt,
      reaction: ("\u{1B}[K", "q")
    ),
    Interrupted(
      testDescription: "a pager that dies of it",
      variables: ["PAGER": "tail -f"],
      sign: "renders templates",
      status: 130
    ),
    Interrupted(
      testDescription: "a text browser that asks first",
      variables: ["BROWSER": "asking"],
      command: "open vapor/vapor --hostname github.com",
      sign: "asking about",
      reaction: ("really quit?", "y\n")
    ),
    Interrupted(
      testDescription: "a text browser that fails",
      variables: ["BROWSER": "failing"],
      command: "open vapor/vapor --hostname github.com",
      sign: "failing",
      status: 9
    ),
  ]

  private let home = TemporaryFolder()

  init() throws {
    try writeScript(
      """
      #!/bin/sh
      trap 'echo "really quit?"' INT
      echo "asking about $1"
      until read answer && [ "$answer" = y ]; do [ -t 0 ] || exit; done
      """,
      to: home.path + "/asking"
    )
    try writeScript(
      "#!/bin/sh\ntrap 'exit 3' INT\necho failing\nread x\n",
      to: home.path + "/failing"
    )
  }

  @Test(arguments: programs)
  func `Ctrl-C belongs to the program in the foreground`(_ program: Interrupted) async throws {
    try await inShell(program.variables) { shell in
      shell.type("ghsearch \(program.command); echo status=$?\n")
      try #require(shell.read(until: program.sign))
      let interruption = shell.output.count
      let status = "status=\(program.status)\r"
      if let (sign, keys) = program.reaction {
        try #require(interrupt(shell, until: sign))
        shell.type(keys)
      } else if program.status == 130 {
        // The shell has discarded the line.
        try #require(interrupt(shell, until: prompt))
        shell.type("echo status=$?\n")
      } else {
        try #require(interrupt(shell, until: status), "\(shell.text.debugDescription)")
      }
      #expect(shell.read(until: status, after: interruption))
      try isSane(shell, after: interruption)
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal sent to this program alone ends both, and restores the terminal`(
    _ number: Int32
  ) async throws {
    try await inShell(["LESS": "R"]) { shell in
      shell.type("sh -c 'echo number=$$.; exec ghsearch view vapor/vapor --readme'\n")
      try #require(shell.read(until: Self.lessPrompt))
      let text = try #require(shell.text.firstMatch(of: /number=(\d+)\./))
      let start = shell.output.count
      kill(try #require(pid_t(text.output.1)), number)

      try #require(shell.read(until: prompt, after: start))
      shell.type("echo status=$?\n")
      #expect(shell.read(until: "status=\(128 + number)\r", after: start))
      try isSane(shell, after: start)
    }
  }

  /// Opens the screen with its output in a pipe, and makes it run a program that waits for a line.
  private func runProgram(_ shell: PseudoTerminal) throws {
    let keys = home.path + "/.config/ghsearch/keys.toml"
    let program = "test -t 0 && test -t 1 && echo has the $1; read line; exit 7"
    PrivateDirectory.make(for: keys)
    try Data(
      "[actions.mine]\nkey = 'f9'\nrun = ['sh', '-c', '\(program)', 'sh', 'terminal']\n".utf8
    )
    .write(to: URL(fileURLWithPath: keys))
    shell.type("sh -c 'echo number=$$.; exec ghsearch interactive vapor' | cat\n")
    try #require(shell.read(until: "Enter choose"))
    shell.type("\u{1B}[20~")
    try #require(shell.read(until: "has the terminal"))
  }

  @Test
  func `a program run by the screen uses the terminal, and the screen returns with its status`()
    async throws
  {
    try await inShell([:]) { shell in
      try runProgram(shell)
      let start = shell.output.count
      shell.type("\n")
      try #require(shell.read(until: "mine: exited with status 7", after: start))
      shell.type("\u{3}")
      try isSane(shell, after: start)
    }
  }

  @Test func `a signal sent only to the screen also ends its program`() async throws {
    try await inShell([:]) { shell in
      try runProgram(shell)
      let text = try #require(shell.text.firstMatch(of: /number=(\d+)\./))
      let start = shell.output.count
      kill(try #require(pid_t(text.output.1)), SIGTERM)
      try isSane(shell, after: start)
    }
  }

  private let prompt = "ready> "

  /// Runs the body with an interactive shell at its first prompt.
  private func inShell(
    _ variables: [String: String],
    _ body: @escaping @Sendable (PseudoTerminal) throws -> Void
  ) async throws {
    let sandbox = try await Sandbox.start()
    let folder = URL(fileURLWithPath: LaunchedProgram.path).deletingLastPathComponent().path
    let environment = [
      "TERM": "xterm-256color", "PS1": prompt, "HOME": home.path, "LC_ALL": "C.UTF-8",
      "PATH": "\(folder):\(home.path):/usr/local/bin:/usr/bin:/bin",
      "GHSEARCH_API_URL": sandbox.baseURL,
      "GHSEARCH_TOKEN": SandboxToken.demonstration.value,
    ].merging(variables) { _, new in new }
    // The sandbox responds on threads that a test must not block.
    try await DedicatedThread.run {
      Result {
        let shell = try PseudoTerminal(size: ScreenSize(columns: 80, rows: 5))
        // Without line editing, the settings at the prompt are the same as for programs.
        let words = ["--norc", "--noprofile", "--noediting", "-i"]
        let bash = try #require(ProgramPath.find("bash", in: environment))
        try shell.run(bash, words, environment: environment)
        try #require(shell.read(until: prompt))
        try body(shell)
      }
    }
    .get()
  }

  /// Types Ctrl-C, and then empty lines until a text follows.
  ///
  /// less and sh notice a signal only at their next key if it arrives between their last output and
  /// the `read(2)` for a key. A second Ctrl-C would end ghsearch if its program has just ended.
  private func interrupt(_ shell: PseudoTerminal, until sign: String) -> Bool {
    let start = shell.output.count
    shell.type("\u{3}")
    for _ in 1...150 {
      if shell.read(until: sign, after: start, within: .seconds(2)) { return true }
      shell.type("\n")
    }
    return false
  }

  /// Whether the shell has the terminal again and reads the next line.
  private func isSane(_ shell: PseudoTerminal, after start: Int) throws {
    try #require(shell.read(until: prompt, after: start))
    let ready = shell.output.count
    // The shell echoes typed text, so the quoted word differs from its output.
    shell.type("stty -a; echo do''ne\n")
    try #require(shell.read(until: "done\r", after: ready))
    let settings = String(decoding: shell.output.dropFirst(ready), as: UTF8.self)
    for flag in ["icanon", "echo", "isig", "icrnl", "opost"] {
      #expect(settings.firstMatch(of: try Regex("\\s\(flag)\\b")) != nil, "\(flag)")
    }
    #if os(Linux)
      let running = try Self.programs(inSessionOf: shell.processID)
      #expect(running == ["bash"], "\(shell.text.debugDescription)")
    #endif
  }

  /// The names of the running programs in the session that a process leads (proc_pid_stat(5)).
  private static func programs(inSessionOf leader: Int32) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { entry in
      guard Int(entry) != nil,
        let stat = try? String(contentsOfFile: "/proc/\(entry)/stat", encoding: .utf8),
        let found = stat.firstMatch(of: #/\((.*)\) \S \d+ \d+ (\d+) /#),
        Int32(found.output.2) == leader
      else { return nil }
      return String(found.output.1)
    }
  }
}
