import ArgumentParser
import GitHubAPI
import GitHubModel
import JSON
import SearchUI
import System
import Terminal

/// `ghsearch doctor`.
struct DoctorCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.doctor.rawValue,
    abstract: "Check the network, token, files and terminal.",
    usage: "ghsearch doctor [flags]",
    discussion: """
      Prints ok, warn or fail for each check, what was found, and how to fix it. Changes nothing and \
      needs no token.

      EXAMPLES:
        ghsearch doctor
        ghsearch doctor --json
        ghsearch doctor --reset

      EXIT STATUS:
        0   no check failed
        n   status of the first failure, such as 4 (token), 7 (network) or 9 (files)
      """
  )

  @Flag(help: "Reset a terminal that another program left in a bad state; run no checks.")
  var reset = false

  @Flag(help: "Print a JSON array.")
  var json = false

  @Option(help: "When to use color.")
  var color: ColorChoice = .auto

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  /// In the order they are shown.
  static let checks: [any DoctorCheck] = [
    NetworkCheck(), TrustCheck(), ClockCheck(), TokenCheck(), LimitCheck(), DirectoryCheck(),
    StoreCheck(), TerminalCheck(), PictureCheck(), ProgramCheck(),
  ]

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    if reset { return try Self.resetTerminal(context) }
    let doctor = DoctorContext(
      session: try Session(context, waitLimit: WaitPolicy.WaitLimit.none),
      connection: try await .run(in: context)
    )
    let findings = try await show(doctor)
    return findings.lazy.compactMap(\.verdict.status).first ?? .success
  }

  /// Prints lines check by check; JSON at the end, since it is one array.
  private func show(_ doctor: DoctorContext) async throws(CommandFailure) -> [Finding] {
    let report = DoctorReport(format: format(doctor.context))
    var findings: [Finding] = []
    for check in Self.checks {
      let new = await check.run(in: doctor)
      findings += new
      if !json { try doctor.context.print(report.text(new)) }
    }
    if json { try doctor.context.print(report.text(findings)) }
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
        advice: "run it in the broken terminal"
      )
    }
    return .success
  }
}

// MARK: - Checks

/// One check of `ghsearch doctor`.
///
/// To add one: a type in `ConnectionChecks.swift` or `LocalChecks.swift`, and its name in
/// ``DoctorCommand/checks``.
protocol DoctorCheck: Sendable {
  /// Returns any number of findings, without changing anything.
  func run(in doctor: DoctorContext) async -> [Finding]
}

/// The session and the first connection, which the checks of one run share.
struct DoctorContext: Sendable {
  let session: Session
  let connection: ConnectionProbe

  var context: Context { session.context }
}

/// The outcome of a first request to GitHub, which is sent without the token.
enum ConnectionProbe: Sendable {
  case reached(RequestTrace.Response, after: Duration)
  case failed(CommandFailure)

  /// Requests the rate limits, which costs nothing, in its own session, which traces and does not retry.
  ///
  /// Any response will do: some servers require a token for every request.
  static func run(in context: Context) async throws(CommandFailure) -> Self {
    let last = Guarded<RequestTrace?>(nil)
    var context = context
    // A transient failure is worth reporting here.
    context.retries = .none
    context.transport = TracingTransport(context.transport, now: context.clock.now) { trace in
      last.withLock { $0 = trace }
    }
    let session = try Session(context, waitLimit: WaitPolicy.WaitLimit.none)
    let failure = await failure(session)
    if let trace = last.withLock({ $0 }), case .success(let response) = trace.result {
      return .reached(response, after: trace.duration)
    }
    let unknown = CommandFailure(.unreachable, "connect to GitHub", "nothing was sent")
    return .failed(failure ?? unknown)
  }

  private static func failure(_ session: Session) async -> CommandFailure? {
    do throws(CommandFailure) {
      _ = try await session.anonymous.ask(.rateLimits, session.context)
      return nil
    } catch {
      return error
    }
  }
}

/// One result of a check.
struct Finding: Sendable, Equatable {
  enum Verdict: Sendable, Equatable {
    case ok
    /// It works, but not as well as it could.
    case warning
    /// It does not work; with the exit status that a command would end with.
    case failure(ExitStatus)

    /// Nil unless it is a failure.
    var status: ExitStatus? {
      if case .failure(let status) = self { status } else { nil }
    }

    /// As a user reads it, and its style.
    var shown: (word: String, style: CellStyle) {
      switch self {
      case .ok: ("ok", Theme.success)
      case .warning: ("warn", Theme.warning)
      case .failure: ("fail", Theme.failure)
      }
    }
  }

  let verdict: Verdict
  let subject: String
  /// The result in words; not yet safe for a terminal.
  let text: String
  /// How to fix it; empty if there is nothing to fix.
  let fix: String

  static func ok(_ subject: String, _ text: String) -> Self {
    Self(verdict: .ok, subject: subject, text: text, fix: "")
  }

  static func warning(_ subject: String, _ text: String, fix: String) -> Self {
    Self(verdict: .warning, subject: subject, text: text, fix: fix)
  }

  static func failure(
    _ status: ExitStatus,
    _ subject: String,
    _ text: String,
    fix: String
  ) -> Self {
    Self(verdict: .failure(status), subject: subject, text: text, fix: fix)
  }

  /// A finding that reports a command's failure.
  static func failure(_ failure: CommandFailure, _ subject: String) -> Self {
    let text = "\(failure.what): \(failure.why)"
    return .failure(failure.status, subject, text, fix: failure.advice)
  }
}

/// The output of `ghsearch doctor`, in one of its formats.
struct DoctorReport {
  enum Format {
    /// For a terminal: aligned, safe, wrapped at spaces.
    case lines(width: Int, isColored: Bool)
    /// For programs: verdict, subject, text and fix.
    case tsv
    case json
  }

  let format: Format

  func text(_ findings: [Finding]) -> String {
    switch format {
    case .lines(let width, let isColored):
      findings.map { lines($0, width: width, isColored: isColored) }.joined()
    case .tsv: findings.map { TSV.record(Self.columns($0)) }.joined()
    case .json: JSONValue.array(findings.map(Self.object)).text + "\n"
    }
  }

  private static func columns(_ finding: Finding) -> [String] {
    [finding.verdict.shown.word, finding.subject, finding.text, finding.fix]
  }

  private func lines(_ finding: Finding, width: Int, isColored: Bool) -> String {
    let word = finding.verdict.shown.word.padded(toWidth: Self.wordWidth)
    let subject = finding.subject.padded(toWidth: Self.subjectWidth)
    let fix = finding.fix.isEmpty ? "" : "; \(finding.fix)"
    let text = Self.wrapped(SafeText(finding.text + fix).description, width: width)
    return "\(isColored ? finding.verdict.shown.style(word) : word)\(subject)\(text)\n"
  }

  private static let wordWidth = 6
  private static let subjectWidth = 10
  /// A narrower terminal wraps the lines itself.
  private static let minWidth = 40

  /// The text in lines that begin in the same column.
  private static func wrapped(_ text: String, width: Int) -> String {
    guard width >= minWidth else { return text }
    let indent = wordWidth + subjectWidth
    return TextWrap.lines(text, width: width - indent)
      .joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  private static func object(_ finding: Finding) -> JSONValue {
    .object([
      .init("verdict", .string(finding.verdict.shown.word)),
      .init("subject", .string(finding.subject)),
      .init("text", .string(finding.text)),
      .init("fix", finding.fix.isEmpty ? .null : .string(finding.fix)),
    ])
  }
}
