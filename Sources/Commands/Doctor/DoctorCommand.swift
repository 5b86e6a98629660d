import ArgumentParser
import Core
import GitHubAPI
import GitHubModel
import HTTPTransport
import JSON
import Output
import Presentation
import System
import Terminal

struct DoctorCommand: RunnableCommand, DescribedCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.doctor.rawValue,
    abstract: "Check the network, token, files and terminal.",
    usage: "ghsearch doctor [flags]",
    discussion: """
      Prints ok, warn or fail for each check, what was found, and how to fix it. Changes nothing \
      and requires no token.

      EXAMPLES:
        ghsearch doctor
        ghsearch doctor --json

      EXIT STATUS:
        0   no check failed
        n   status of the first failure, such as 4 (token), 7 (network) or 9 (files)
      """
  )

  static var schema: JSONValue { .schema(of: Finding.fields) }

  @Flag(help: "Print a JSON array.")
  var json = false

  @Option(help: "When to use color.")
  var color: ColorChoice = .auto

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(OperationFailure) -> ExitStatus {
    var context = context.connected(connection)
    context.world.waitLimit = connection.waitLimit ?? .none
    let doctor = try await Doctor(in: context)
    let format: RowFormat<Finding> = json ? .json(Finding.fields) : .rows(color, in: context)
    var printer = RowPrinter(format, in: context)
    var status = ExitStatus.success
    try printer.begin()
    for check in Doctor.checks {
      let findings = await check(doctor)
      if case .table(let display) = format {
        try context.print(Finding.text(findings, on: display))
      } else {
        try printer.write(findings)
      }
      for finding in findings where status == .success {
        status = finding.verdict.status ?? .success
      }
    }
    if json { try await printer.end() }
    return status
  }
}

// MARK: - Checks

/// The checks of one run, and the session and first connection they share.
///
/// A check returns any number of findings and changes nothing. To add one, write a function in
/// `ConnectionChecks.swift` or `LocalChecks.swift`, and add it to ``checks``.
struct Doctor: Sendable {
  let context: Context
  let session: Session
  let connection: Connection

  var environment: [String: String] { context.world.environment }

  /// All checks, in the order shown.
  static let checks: [@Sendable (Self) async -> [Finding]] = [
    { $0.network() }, { $0.trust() }, { $0.clock() }, { await $0.token() }, { await $0.limits() },
    { $0.directories() }, { await $0.stores() }, { [$0.terminal(), $0.locale()] },
  ]

  /// Starts with a request for the rate limits, which costs nothing.
  ///
  /// Any response will do: some servers require a token for every request.
  init(in context: Context) async throws(OperationFailure) {
    let last = Guarded<RequestTrace?>(nil)
    var context = context.showingProgress()
    context.world.transport = TracingTransport(
      context.world.transport,
      now: context.world.clock.now
    ) { trace in
      last.withLock { $0 = trace }
    }
    if context.world.hostname == nil {
      do throws(OperationFailure) {
        _ = try APIBase(configuredIn: context.world)
      } catch {
        // Everything but the network can be checked without the URL.
        for name in ["GHSEARCH_API_URL", "GH_HOST"] { context.world.environment[name] = nil }
        (self.context, session) = (context, try Session(context))
        connection = .failed(error.with(why: "\(error.what): \(error.why)"))
        return
      }
    }
    (self.context, session) = (context, try Session(context))
    var failure = OperationFailure(.unreachable, "nothing was sent")
    do throws(OperationFailure) {
      // Transient failures are worth reporting here.
      _ = try await session.withoutRetries().anonymous.ask(.rateLimits, in: context.world)
    } catch {
      failure = error
    }
    if let trace = last.withLock({ $0 }), case .success(let response) = trace.result {
      connection = .reached(response, after: trace.duration)
    } else {
      connection = .failed(failure)
    }
  }
}

/// The outcome of the first request to GitHub, sent without the token.
enum Connection: Sendable {
  case reached(TransportResponse, after: Duration)
  case failed(OperationFailure)
}

struct Finding: Sendable, Equatable {
  enum Verdict: Sendable, Equatable {
    case ok
    /// It works, but not as well as it could.
    case warning
    /// It does not work; a command would end with this exit status.
    case failure(ExitStatus)

    var status: ExitStatus? {
      if case .failure(let status) = self { status } else { nil }
    }

    /// The word shown to users, and its style.
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
  /// The result in words, not yet escaped for a terminal.
  let text: String
  /// The advice; empty if there is nothing to fix.
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

  static func failure(_ failure: OperationFailure, _ subject: String) -> Self {
    .failure(failure.status, subject, failure.why, fix: failure.advice)
  }
}

// MARK: - Output

extension Finding: OutputRow {
  static let fields: [Field<Self>] = [
    .of("verdict", "ok, warn or fail") { $0.verdict.shown.word },
    .of("subject", "what was checked") { $0.subject },
    .of("text", "result of the check") { $0.text },
    .of("fix", "how to fix it") { $0.fix.isEmpty ? nil : $0.fix },
  ]

  static let columns: [Column<Self>] = [
    .text("verdict", styledBy: \.verdict.shown.style) { $0.verdict.shown.word },
    .text("subject") { $0.subject }, .text("text") { $0.text }, .text("fix") { $0.fix },
  ]

  static func text(_ findings: [Self], on display: Display) -> String {
    findings.map { $0.lines(on: display) }.joined()
  }

  /// The finding for a terminal: aligned, escaped, and wrapped at spaces with a hanging indent.
  private func lines(on display: Display) -> String {
    let word = verdict.shown.word.padded(toWidth: Self.wordWidth)
    let subject = subject.padded(toWidth: Self.subjectWidth)
    let text = SafeText(text + (fix.isEmpty ? "" : "; \(fix)")).description
    let indent = Self.wordWidth + Self.subjectWidth
    // Narrower terminals wrap the lines themselves.
    let lines = display.width < 40 ? [text] : TextWrap.lines(text, width: display.width - indent)
    let wrapped = lines.joined(separator: "\n" + String(repeating: " ", count: indent))
    return display.styled(verdict.shown.style, word) + subject + wrapped + "\n"
  }

  private static let wordWidth = 6
  private static let subjectWidth = 10
}
