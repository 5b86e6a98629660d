import Foundation

/// Runs cases, as many at a time as the machine bears.
///
/// What runs is chosen by the environment:
/// - `GHSEARCH_FAULTS=all` adds what waits out a time-out, a pause before a new attempt or a limit,
///   and all rows of the long tables. Without it the quick half runs.
/// - `GHSEARCH_FAULTS_PROGRAM` is the program to test, else the one that was built with the tests. A
///   program named so is taken for a release build, and its memory is bounded.
/// - `GHSEARCH_FAULTS_PEER` is another program to test instead; see ``Peer``.
/// - `GHSEARCH_FAULTS_REPORT` is a file that gets a line for each case.
enum Bench {
  private static let environment = ProcessInfo.processInfo.environment

  static let runsAll = environment["GHSEARCH_FAULTS"] == "all"

  /// KiB, or nil for a build that checks itself and takes more.
  static let mostMemory = environment["GHSEARCH_FAULTS_PROGRAM"] == nil ? nil : 64 * 1024

  static func cases(of group: FaultGroup) -> [FaultCase] {
    let rows =
      Peer.program == nil ? group.cases : group.cases.compactMap { Peer.row($0, in: group) }
    return rows.filter { runsAll || !$0.isSlow && !$0.isExtra }
  }

  /// What is wrong with the case; empty when it holds.
  static func run(_ row: FaultCase, in group: FaultGroup) async throws -> [String] {
    let lane = row.isSlow ? waiting : working
    await lane.enter()
    defer { lane.leave() }
    let (outcome, verdict) = try await perform(row)
    Report.write(row, in: group, outcome, verdict)
    return verdict.complaints
  }

  /// Most cases are work for a processor; those that wait are not, and there are many.
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
    var command = ChildCommand(program: Peer.program ?? Program.subject)
    command.arguments = row.arguments.map { $0.filled(places) }
    if let script = row.wiring.shellScript {
      command.arguments = ["-c", script, command.program].map { Array($0.utf8) }
      command.program = "/bin/sh"
    }
    command.environment = environment(of: row, places)
    command.folder = places.fill("{root}/here")
    command.input = row.wiring.input
    command.output = row.wiring.output.filled(places)
    command.errors = row.wiring.errors.filled(places)
    (command.columns, command.rows) = (row.wiring.columns, row.wiring.rows)
    command.settings = row.wiring.settings
    command.reactions = row.wiring.reactions
    command.patience = row.expected.seconds.upperBound + 5
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
