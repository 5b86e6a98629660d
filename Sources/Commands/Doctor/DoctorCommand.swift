import ArgumentParser
import GitHubAPI
import Terminal

/// `ghsearch doctor`.
struct DoctorCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check network, trust, token, limits, clock, folders, terminal and programs.",
    discussion: """
      One line each: ok, warn or fail, what there is, and how to mend it. It changes nothing, and \
      needs no token. The exit status is 0 unless something failed, and then that of the first \
      failure, such as 7 for the network, 4 for a token that is refused and 9 for a folder.

      `--reset` brings a terminal back that another program left in disorder, and checks nothing.
      """
  )

  @Flag(help: "Bring a broken terminal back: screen, cursor, mouse, keys and echo.")
  var reset = false

  @Flag(help: "One JSON array.")
  var json = false

  @Option(help: "Colour the verdicts.")
  var color: ColorChoice = .auto

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  /// In the order they are shown.
  static let checks: [any DoctorCheck] = [
    NetworkCheck(), TrustCheck(), ClockCheck(), TokenCheck(), LimitCheck(), FolderCheck(),
    StoreCheck(), TerminalCheck(), PictureCheck(), ProgramCheck(),
  ]

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    if reset { return try Self.resetTerminal(context) }
    let patient = Patient(
      context: context,
      services: try Services(context, patience: .none),
      contact: try await Contact.make(in: context)
    )
    let findings = try await show(patient)
    return findings.lazy.compactMap(\.verdict.status).first ?? .success
  }

  /// Lines appear as they are known; JSON is whole.
  private func show(_ patient: Patient) async throws(CommandFailure) -> [Finding] {
    let report = DoctorReport(format: format(patient.context))
    var findings: [Finding] = []
    for check in Self.checks {
      let new = await check.examine(patient)
      findings += new
      if !json { try patient.context.print(report.text(new)) }
    }
    if json { try patient.context.print(report.text(findings)) }
    return findings
  }

  private func format(_ context: Context) -> DoctorReport.Format {
    if json { return .json }
    guard let terminal = context.terminal else { return .tsv }
    return .lines(width: terminal.columns, isColored: color.isColored(context))
  }

  private static func resetTerminal(_ context: Context) throws(CommandFailure) -> ExitStatus {
    do throws(TerminalError) {
      try TerminalReset.perform()
    } catch {
      throw CommandFailure(
        .localFile,
        "reset the terminal",
        "\(error)",
        advice: "run it on the terminal that is broken"
      )
    }
    return .success
  }
}

extension Finding.Verdict {
  /// Nil unless it is a failure.
  fileprivate var status: ExitStatus? {
    if case .failure(let status) = self { status } else { nil }
  }
}
