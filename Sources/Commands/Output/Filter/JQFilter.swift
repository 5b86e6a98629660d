import Terminal

/// The program jq between the JSON that a command writes and the output.
struct JQFilter {
  let expression: String
  let context: Context

  /// Runs the body with an output that jq reads, and passes on what jq writes, as it comes.
  ///
  /// jq may stop reading when it has enough; then the body's failure to write is none.
  func run(
    _ body: (Context) async throws(CommandFailure) -> ExitStatus
  ) async throws(CommandFailure) -> ExitStatus {
    let filter = try start()
    var inner = context
    inner.output = filter.input
    inner.terminal = nil
    let result: Result<ExitStatus, CommandFailure>
    do throws(CommandFailure) {
      result = .success(try await body(inner))
    } catch {
      if error.status == .interrupted { filter.stop() }
      result = .failure(error)
    }
    let ending = try await filter.finish()
    // Whatever became of jq then, the user asked for the end.
    if Task.isCancelled { throw CommandFailure(.interrupted, "--jq", "interrupted") }
    try judge(ending)
    if filter.input.isRefused, case .failure(let failure) = result, failure.status == .output {
      return .success
    }
    return try result.get()
  }

  private func start() throws(CommandFailure) -> FilterProcess {
    guard let path = ProgramPath.find("jq", in: context.environment) else {
      throw CommandFailure(
        .localFile,
        "--jq",
        "the program jq is not installed",
        advice: "install it, as with `apt install jq` or `brew install jq`"
      )
    }
    // jq would take an expression with a dash in front for a flag.
    let safe = expression.hasPrefix("-") ? " \(expression)" : expression
    let layout = context.terminal == nil ? ["--compact-output"] : []
    return try FilterProcess(
      [path, "--raw-output"] + layout + [safe],
      name: "--jq",
      context: context
    )
  }

  /// jq(1): 2 for a mistake in using it, 3 for an expression that is none, 5 for one that fails.
  private func judge(_ ending: FilterProcess.Ending) throws(CommandFailure) {
    let complaint = Self.sentence(ending.complaint)
    switch ending.status {
    case 0: if !complaint.isEmpty { context.note("jq: \(complaint)") }
    case 3:
      throw CommandFailure(
        .usage,
        "--jq",
        "jq cannot read the expression: \(complaint)",
        advice: "see jq's manual"
      )
    case 5:
      throw CommandFailure(
        .usage,
        "--jq",
        "the expression does not fit the rows: \(complaint)",
        advice: "try it on a row of --jsonl all"
      )
    default:
      let status = ending.status
      let why = status > 128 ? "signal \(status - 128) ended jq" : "jq ended with status \(status)"
      throw CommandFailure(.localFile, "--jq", complaint.isEmpty ? why : "\(why): \(complaint)")
    }
  }

  /// The first line says it; the others repeat the expression.
  private static func sentence(_ complaint: String) -> String {
    let first = complaint.split(whereSeparator: \.isNewline).first ?? ""
    var line = first.trimmingPrefix("jq: ").trimmingPrefix("error: ")
    if line.last == ":" { line.removeLast() }
    return SafeText(line, longest: 200).description
  }
}
