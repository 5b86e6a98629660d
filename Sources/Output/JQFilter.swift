package import Core
import GitHubModel
import System
import Terminal

/// The program jq, which filters the JSON that a command writes.
package struct JQFilter {
  package let expression: String
  package let context: Context

  package init(expression: String, context: Context) {
    (self.expression, self.context) = (expression, context)
  }

  /// Runs the body with an output that jq reads, and prints jq's output as it arrives.
  ///
  /// jq may stop reading when it has enough; a body that cannot write then has not failed.
  package func run(
    _ body: (Context) async throws(OperationFailure) -> ExitStatus
  ) async throws(OperationFailure) -> ExitStatus {
    let jq = try start()
    var inner = context
    inner.output = jq
    inner.terminal = nil
    let result: Result<ExitStatus, OperationFailure>
    do throws(OperationFailure) {
      result = .success(try await body(inner))
    } catch {
      if error.kind == .canceled { jq.stop() }
      result = .failure(error)
    }
    // An interrupted command that succeeds has printed its results so far.
    let isFinal = Task.isCancelled && (try? result.get()) != nil
    let status = await jq.end(isFinal: isFinal)
    // The user interrupted the command, however jq ended.
    if Task.isCancelled, !isFinal { throw OperationFailure(.canceled, "--jq", "interrupted") }
    do throws(SystemError) {
      try jq.printRest()
    } catch {
      throw OperationFailure(.output, "write the output", error.description)
    }
    try check(status, jq.message)
    if jq.isRefused, case .failure(let failure) = result, failure.kind == .output {
      return .success
    }
    return try result.get()
  }

  private func start() throws(OperationFailure) -> RunningJQ {
    guard let path = ProgramPath.find("jq", in: context.world.environment) else {
      throw OperationFailure(
        .localFile,
        "--jq",
        "jq is not installed",
        advice: "run `apt install jq` or `brew install jq`"
      )
    }
    // jq would parse an expression that starts with a dash as a flag.
    let safe = expression.hasPrefix("-") ? " \(expression)" : expression
    let layout = context.terminal == nil ? ["--compact-output"] : []
    do throws(SystemError) {
      return try RunningJQ([path, "--raw-output"] + layout + [safe], for: context)
    } catch {
      throw OperationFailure(.localFile, "run \(path)", error.description)
    }
  }

  /// The exit statuses in jq(1): 2 for wrong usage, 3 for an invalid expression, 5 for one that
  /// fails.
  private func check(_ status: Int32?, _ message: String) throws(OperationFailure) {
    switch status {
    case 0: if !message.isEmpty { context.note("jq: \(message)") }
    case 3:
      throw OperationFailure(
        .usage,
        "--jq",
        "invalid jq expression: \(message)",
        advice: "see `man jq`"
      )
    case 5:
      throw OperationFailure(
        .usage,
        "--jq",
        "the jq expression failed: \(message)",
        advice: "inspect the input with --json all"
      )
    case nil: throw OperationFailure(.localFile, "--jq", "jq: \(UserProgram.unknownEnding)")
    case let status?:
      let why =
        status > 128 ? "jq was killed by signal \(status - 128)" : "jq exited with status \(status)"
      throw OperationFailure(.localFile, "--jq", message.isEmpty ? why : "\(why): \(message)")
    }
  }
}

/// A running jq: text written to it is its input, and its output is printed.
///
/// It writes to unnamed files, so it never waits for us. Its input is a socket, since writing to a
/// closed one is an error instead of a signal.
private final class RunningJQ: TextSink {
  private let process: ChildProcess
  private let input: FileDescriptor
  private let output: FileDescriptor
  private let errors: FileDescriptor
  private let context: Context
  private let state = Guarded(State())

  private struct State {
    /// Whether jq has stopped reading.
    var isRefused = false
    var readCount = 0
    /// The start of an incomplete line that is not printed yet.
    var line: [UInt8] = []
  }

  init(_ words: [String], for context: Context) throws(SystemError) {
    self.context = context
    let ends = try FileDescriptor.socketPair()
    input = FileDescriptor(owning: ends.ours)
    // Closed at the end, since jq sees the end of its input only when all copies are closed.
    let theirs = FileDescriptor(owning: ends.theirs)
    output = try FileDescriptor.unlinkedFile(with: "")
    errors = try FileDescriptor.unlinkedFile(with: "")
    process = try ChildProcess(
      words,
      environment: .exactly(UserProgram.withoutTokens(context.world.environment)),
      streams: [
        theirs.number: FileDescriptor.standardInput, output.number: FileDescriptor.standardOutput,
        errors.number: FileDescriptor.standardError,
      ]
    )
    _ = consume theirs
  }

  var isRefused: Bool { state.withLock(\.isRefused) }

  func write(_ text: String) throws(SystemError) {
    do throws(SystemError) {
      try FileDescriptor.send(text, to: input.number)
    } catch {
      if error.isBrokenConnection { state.withLock { $0.isRefused = true } }
      throw error
    }
    try printOutput(toEnd: false)
  }

  func stop() { process.terminate() }

  /// Ends its input, and waits for it to exit; returns its status, or nil if unknown.
  ///
  /// Unless the input is final, an interruption ends jq immediately.
  func end(isFinal: Bool) async -> Int32? {
    input.endSending()
    if isFinal { return await process.wait() }
    return await withTaskCancellationHandler {
      await process.wait()
    } onCancel: {
      stop()
    }
  }

  func printRest() throws(SystemError) { try printOutput(toEnd: true) }

  /// Prints the output line by line, each made safe for a terminal.
  private func printOutput(toEnd isEnd: Bool) throws(SystemError) {
    try state.withLock { state throws(SystemError) in
      while case let bytes = try output.bytes(from: state.readCount, atMost: 65_536),
        !bytes.isEmpty
      {
        state.readCount += bytes.count
        let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        if end > 0 {
          try print(state.line + bytes[..<end])
          state.line = []
        }
        state.line += bytes[end...]
      }
      if isEnd { try print(state.line) }
    }
  }

  private func print(_ lines: [UInt8]) throws(SystemError) {
    guard !lines.isEmpty else { return }
    let text = String(decoding: lines, as: UTF8.self)
    guard context.terminal != nil else { return try context.output.write(text) }
    let shown = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { SafeText($0).description }
    try context.output.write(shown.joined(separator: "\n"))
  }

  /// The first line of its message; the others repeat the expression.
  var message: String {
    let start = (try? errors.bytes(atMost: 4096)) ?? []
    let text = String(decoding: start, as: UTF8.self)
    let first = text.split(whereSeparator: \.isNewline).first ?? ""
    var line = first.trimmingPrefix("jq: ").trimmingPrefix("error: ")
    if line.last == ":" { line.removeLast() }
    return SafeText(line, longest: 200).description
  }
}
