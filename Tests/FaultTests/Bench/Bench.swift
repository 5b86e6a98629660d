import Foundation

/// Runs cases in parallel, limited by the machine's processors.
///
/// The environment selects the cases:
/// - `GHSEARCH_FAULTS=all` selects all cases; otherwise, cases that wait for a timeout, a retry or
///   a rate limit are skipped, and only one case per group of commands with the same status is run.
/// - `GHSEARCH_FAULTS_PROGRAM` is the program to test, by default the one built with the tests. The
///   bench treats a program set here as a release build and checks its memory.
/// - `GHSEARCH_FAULTS_REPORT` is a file that gets a line for each case.
enum Bench {
  private static let environment = ProcessInfo.processInfo.environment

  static let runsAll = environment["GHSEARCH_FAULTS"] == "all"

  /// The maximum memory in KiB; nil for a debug build, which takes more.
  static let maxMemory = environment["GHSEARCH_FAULTS_PROGRAM"] == nil ? nil : 64 * 1024

  /// All cases, or the first of those in which a command ends with the same status.
  static func cases(of group: FaultGroup) -> [FaultCase] {
    guard !runsAll else { return group.cases }
    var endings: Set<String> = []
    return group.cases.filter { row in
      let verb = row.arguments.first?.filled(Places()) ?? []
      return !row.isSlow && endings.insert("\(verb) \(row.expected.status)").inserted
    }
  }

  /// Runs a case and returns its violations; none if it passes.
  static func run(_ row: FaultCase, in group: FaultGroup) async throws -> [String] {
    let lane = row.isSlow ? waiting : working
    await lane.enter()
    defer { lane.leave() }
    let (outcome, verdict) = try await perform(row)
    Report.write(row, in: group, outcome, verdict)
    return verdict.complaints
  }

  /// Most cases keep a processor busy; the many slow ones only wait.
  private static let working = Lane(width: ProcessInfo.processInfo.activeProcessorCount + 2)
  private static let waiting = Lane(width: 48)

  private static func perform(_ row: FaultCase) async throws -> (ChildOutcome, Verdict) {
    let subject = Subject()
    let server = try FaultServer(row.script, at: row.door, subject: subject)
    var places = server.places
    let world = try World(row.files, places)
    defer { world.remove() }
    places.values["root"] = world.root
    let outcome = try await ChildRun.run(command(row, places), as: subject)
    let verdict = Verdict(row, outcome, server.journal, in: world)
    return (outcome, verdict)
  }

  private static func command(_ row: FaultCase, _ places: Places) -> ChildCommand {
    var command = ChildCommand(program: Program.subject)
    command.arguments = row.arguments.map { $0.filled(places) }
    if let script = row.wiring.shellScript {
      command.arguments = ["-c", script, command.program].map { Array($0.utf8) }
      command.program = "/bin/sh"
    }
    command.environment = environment(of: row, places)
    command.directory = places.fill("{root}/here")
    command.input = row.wiring.input
    command.output = row.wiring.output.filled(places)
    command.errors = row.wiring.errors.filled(places)
    (command.columns, command.rows) = (row.wiring.columns, row.wiring.rows)
    command.settings = row.wiring.settings
    command.reactions = row.wiring.reactions
    command.timeout = row.expected.seconds.upperBound + 5
    return command
  }

  private static func environment(of row: FaultCase, _ places: Places) -> [String: String] {
    var environment: [String: String] = [
      "PATH": "/usr/bin:/bin", "HOME": "{root}/home", "LANG": "C.UTF-8", "TZ": "UTC",
      "TERM": "xterm-256color", "GHSEARCH_TOKEN": Canary.token, "PAGER": "cat",
    ]
    environment.merge(FaultServer.environment(at: row.door)) { $1 }
    for (name, value) in row.environment { environment[name] = value }
    return environment.mapValues(places.fill)
  }
}
