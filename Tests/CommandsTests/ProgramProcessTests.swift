import Foundation
import GitHubSandbox
import TestSupport
import TestTraits
import Testing

/// The program as a process: behavior that only the system sees.
@Suite(.ownThread) struct ProgramProcessTests {
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `dies of a signal after closing its JSON`(_ number: Int32) async throws {
    let sandbox = try await Sandbox.start { $0.generatedRepositories = 200 }
    let gate = SandboxGate()
    sandbox.script(.hold(gate), on: .page(2))
    let search = ["fork:true", "stars:>=0", "--limit", "200", "--json", "id"]
    let program = LaunchedProgram(sandbox, search)

    try program.process.run()
    try await gate.arrivals(1)
    program.signal(number)
    try await program.end()
    let written = program.printed

    #expect(program.process.terminationReason == .uncaughtSignal)
    #expect(program.process.terminationStatus == number)
    #expect(program.said == "")
    let rows = try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [Any]
    #expect(rows?.count == 100)
  }

  @Test func `an interrupted sync reports its progress and says that the next one continues`()
    async throws
  {
    let sandbox = try await Sandbox.start { $0.generatedRepositories = 250 }
    for name in await Harness.signedIn(to: sandbox).run("stars:>=0", "-L", "250").lines {
      sandbox.service.setStar(true, on: String(name.prefix { $0 != "\t" }), by: "octocat")
    }
    let gate = SandboxGate()
    sandbox.script(.hold(gate), on: .path("/user/starred") && .page(3))
    let program = LaunchedProgram(sandbox, ["stars", "sync"], home: TemporaryFolder())

    try program.process.run()
    try await gate.arrivals(1)
    program.signal(SIGINT)
    try await program.end()

    #expect(program.process.terminationStatus == SIGINT)
    #expect(program.printed == "")
    #expect(
      program.said
        == "ghsearch: stars sync: canceled after 200 of about 300 stars; "
        + "the next `ghsearch stars sync` resumes from there\n"
    )
  }

  @Test func `an interrupted README sync reports how many it has`() async throws {
    var configuration = SandboxConfiguration()
    configuration.stars = ["octocat": ["jqlang/jq", "junegunn/fzf", "vapor/vapor"]]
    let sandbox = try await Sandbox.start(configuration)
    let gate = SandboxGate()
    sandbox.service.edit("junegunn/fzf") { $0.files = ["ReadMe.text": "words"] }
    sandbox.script(.hold(gate), on: .path("/repos/junegunn/fzf/readme"))
    let program = LaunchedProgram(
      sandbox,
      ["stars", "sync", "--readmes"],
      home: TemporaryFolder()
    )

    try program.process.run()
    try await gate.arrivals(1)
    program.signal(SIGINT)
    try await program.end()

    #expect(program.process.terminationStatus == SIGINT)
    #expect(
      program.printed == "3 stars: 3 added, 0 removed\n2 READMEs: 2 fetched, 1 left\n"
    )
    #expect(
      program.said
        == "ghsearch: stars sync junegunn/fzf (README): canceled; "
        + "the next `ghsearch stars sync` resumes from there\n"
    )
  }

  @Test func `an interrupted search for everything says how to continue`() async throws {
    let sandbox = try await Sandbox.start { $0.generatedRepositories = 300 }
    let gate = SandboxGate()
    sandbox.script(.hold(gate), on: .search && .page(3))
    let program = LaunchedProgram(sandbox, ["fork:true", "stars:>=0", "--all"])

    try program.process.run()
    try await gate.arrivals(1)
    program.signal(SIGINT)
    try await program.end()
    let written = program.printed

    #expect(program.process.terminationStatus == SIGINT)
    #expect(written.split(separator: "\n").count == 200)
    let said = program.said
    #expect(said.contains(": canceled after 200 of "), "\(said)")
    #expect(said.contains("; to continue, use --all with stars:"), "\(said)")
  }

  @Test func `detects failing children although the parent ignores SIGCHLD`() async throws {
    let sandbox = try await Sandbox.start()
    let search = ["vapor", "--limit", "1", "--jq", ".["]
    let program = LaunchedProgram(sandbox, search, ignoring: "CHLD")

    try program.process.run()
    try await program.end()

    #expect(program.process.terminationStatus == 64)
    #expect(program.said.contains("invalid jq expression"))
  }

  #if os(Linux)
    @Test func `a child process has the default signal actions`()
      async throws
    {
      let home = TemporaryFolder()
      let sandbox = try await Sandbox.start()
      let script = home.path + "/browser"
      try writeScript("#!/bin/sh\nexec grep SigIgn /proc/self/status\n", to: script)
      let arguments = ["open", "vapor/vapor", "--hostname", "github.com"]
      let program = LaunchedProgram(sandbox, arguments, ignoring: "CHLD XFSZ PIPE HUP")
      program.process.environment?["BROWSER"] = script

      try program.process.run()
      try await program.end()

      let text = program.printed.split(whereSeparator: \.isWhitespace).last.map(String.init)
      let ignored = try #require(text.flatMap { UInt64($0, radix: 16) })
      for number in [SIGCHLD, SIGXFSZ, SIGPIPE] { #expect(ignored & 1 << (number - 1) == 0) }
      // Signals that the user ignores stay ignored, as after `nohup`.
      #expect(ignored & 1 << (SIGHUP - 1) != 0)
    }

    @Test func `the program writes no core file, but lets children enable them`() async throws {
      let home = TemporaryFolder()
      let sandbox = try await Sandbox.start()
      let script = home.path + "/browser"
      let lines = "grep 'core file' /proc/$PPID/limits; grep 'core file' /proc/self/limits"
      try writeScript("#!/bin/sh\n\(lines)\n", to: script)
      let program = LaunchedProgram(
        sandbox,
        ["open", "vapor/vapor", "--hostname", "github.com"],
        home: home
      )
      program.process.environment?["BROWSER"] = script
      var allowed = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &allowed)
      let hard = allowed.rlim_max == .max ? "unlimited" : "\(allowed.rlim_max)"

      try program.process.run()
      try await program.end()

      let limits = program.printed.split(separator: "\n").map {
        $0.split(whereSeparator: \.isWhitespace).dropFirst(4).map(String.init)
      }
      #expect(limits == Array(repeating: ["0", hard, "bytes"], count: 2))
    }
  #endif

  /// Before the request is carried out, and after.
  @Test(arguments: [true, false])
  func `sends nothing for a killed process, and a sync matches GitHub`(
    _ isBefore: Bool
  ) async throws {
    let sandbox = try await Sandbox.start()
    let (gate, home) = (SandboxGate(), TemporaryFolder())
    sandbox.script(isBefore ? .hold(gate) : .holdResponse(gate), on: .method("PUT"))
    let killed = LaunchedProgram(sandbox, ["star", "iina/iina"], home: home)
    try killed.process.run()
    try await gate.arrivals(1)
    killed.signal(SIGKILL)
    try await killed.end()

    let next = LaunchedProgram(sandbox, ["star", "vapor/vapor"], home: home)
    try next.process.run()
    try await next.end()

    #expect(next.printed == "vapor/vapor\tstarred\n")
    #expect(next.said.isEmpty)
    let starred = isBefore ? ["vapor/vapor"] : ["iina/iina", "vapor/vapor"]
    #expect(sandbox.starredNames().sorted() == starred)
    let harness = { Harness.signedIn(to: sandbox).atHome(home) }
    _ = await harness().run("stars", "sync")
    let listed = await harness()
      .run("stars", "list", "--sort", "name", "--template", "{{fullName}}")
    #expect(listed.lines == starred)
  }
}
