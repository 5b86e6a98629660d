import GitHubModel
import System
import Terminal

/// The program jq, which filters the JSON that a command writes.
struct JQFilter {
  let expression: String
  let context: Context

  /// Runs the body with an output that jq reads, and prints the output of jq as it arrives.
  ///
  /// jq may stop reading when it has enough; a body that cannot write then has not failed.
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
      if error.kind == .cancelled { filter.stop() }
      result = .failure(error)
    }
    let termination = try await filter.finish()
    // The user interrupted the command, however jq ended.
    if Task.isCancelled { throw CommandFailure(.cancelled, "--jq", "interrupted") }
    try check(termination)
    if filter.input.isRefused, case .failure(let failure) = result, failure.kind == .output {
      return .success
    }
    return try result.get()
  }

  private func start() throws(CommandFailure) -> FilterProcess {
    guard let path = ProgramPath.find("jq", in: context.environment) else {
      throw CommandFailure(
        .localFile,
        "--jq",
        "jq is not installed",
        advice: "run `apt install jq` or `brew install jq`"
      )
    }
    // jq would read an expression that starts with a dash as a flag.
    let safe = expression.hasPrefix("-") ? " \(expression)" : expression
    let layout = context.terminal == nil ? ["--compact-output"] : []
    return try FilterProcess(
      [path, "--raw-output"] + layout + [safe],
      name: "--jq",
      context: context
    )
  }

  /// Exit statuses in jq(1): 2 for wrong usage, 3 for an invalid expression, 5 for one that fails.
  private func check(_ termination: FilterProcess.Termination) throws(CommandFailure) {
    let message = Self.firstLine(termination.errorOutput)
    switch termination.status {
    case 0: if !message.isEmpty { context.note("jq: \(message)") }
    case 3:
      throw CommandFailure(
        .usage,
        "--jq",
        "invalid jq expression: \(message)",
        advice: "see `man jq`"
      )
    case 5:
      throw CommandFailure(
        .usage,
        "--jq",
        "the jq expression failed: \(message)",
        advice: "inspect the input with --json all"
      )
    case nil: throw CommandFailure(.localFile, "--jq", "jq: \(UserProgram.unknownEnding)")
    case let status?:
      let why =
        status > 128 ? "jq was killed by signal \(status - 128)" : "jq exited with status \(status)"
      throw CommandFailure(.localFile, "--jq", message.isEmpty ? why : "\(why): \(message)")
    }
  }

  /// The first line of jq's message; the others repeat the expression.
  private static func firstLine(_ errorOutput: String) -> String {
    let first = errorOutput.split(whereSeparator: \.isNewline).first ?? ""
    var line = first.trimmingPrefix("jq: ").trimmingPrefix("error: ")
    if line.last == ":" { line.removeLast() }
    return SafeText(line, longest: 200).description
  }
}

/// A child process whose input we write and whose output we print.
///
/// Separate threads read its output, so that neither side waits for the other, whatever the sizes.
final class FilterProcess: Sendable {
  /// How the program ended, and its messages on standard error.
  struct Termination: Sendable {
    /// Its exit status, or 128 and the signal's number; nil if the system does not report it.
    let status: Int32?
    let errorOutput: String
  }

  let input: FilterInput
  private let process: ChildProcess
  private let output: Task<Result<Void, CommandFailure>, Never>
  private let errorOutput: Task<String, Never>

  /// Starts the program; the words are its arguments, unchanged.
  ///
  /// - Throws: ``CommandFailure`` for the operation `name` if it cannot be started.
  init(_ words: [String], name: String, context: Context) throws(CommandFailure) {
    let streams = try FilterStreams(name: name)
    do throws(SystemError) {
      process = try ChildProcess(
        words,
        environment: .exactly(UserProgram.withoutTokens(context.environment)),
        streams: streams.child
      )
    } catch {
      streams.close()
      throw CommandFailure(.localFile, "run \(words.first ?? "")", error.description)
    }
    streams.closeChildEnds()
    input = FilterInput(streams.input)
    let (outputs, errors) = (streams.output, streams.errors)
    output = Task.detached {
      await DedicatedThread.run { Self.print(FileDescriptor(owning: outputs), in: context) }
    }
    errorOutput = Task.detached {
      await DedicatedThread.run { Self.errorOutput(FileDescriptor(owning: errors)) }
    }
  }

  /// Asks the program to end at once.
  func stop() { process.terminate() }

  /// Ends the program's input, and waits for the rest of its output and for its end.
  func finish() async throws(CommandFailure) -> Termination {
    input.close()
    let (result, errorOutput) = await withTaskCancellationHandler {
      await (self.output.value, self.errorOutput.value)
    } onCancel: {
      stop()
    }
    // Our ends are closed: a program that still writes is ended by SIGPIPE.
    let status = await process.wait()
    try result.get()
    return Termination(status: status, errorOutput: errorOutput)
  }
}

// MARK: - Reading its output

extension FilterProcess {
  /// Prints the output of the program line by line, to its end.
  private static func print(
    _ output: consuming FileDescriptor,
    in context: Context
  ) -> Result<Void, CommandFailure> {
    var rest: [UInt8] = []
    do throws(CommandFailure) {
      while let bytes = next(output) {
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
          rest += bytes
          continue
        }
        try print(rest + bytes[...end], in: context)
        rest = Array(bytes[(end + 1)...])
      }
      try print(rest, in: context)
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// Makes the lines safe on a terminal.
  private static func print(_ bytes: [UInt8], in context: Context) throws(CommandFailure) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard context.terminal != nil else { return try context.print(text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    try context.print(lines.map { SafeText($0).description }.joined(separator: "\n"))
  }

  /// The start of the program's standard error; the rest is read and dropped.
  private static func errorOutput(_ errors: consuming FileDescriptor) -> String {
    var errorOutput: [UInt8] = []
    while let bytes = next(errors) {
      errorOutput += bytes.prefix(maxErrorBytes - errorOutput.count)
    }
    return String(decoding: errorOutput, as: UTF8.self)
  }

  /// In bytes.
  private static let maxErrorBytes = 4096

  /// Nil at the end, and if reading fails.
  private static func next(_ stream: borrowing FileDescriptor) -> [UInt8]? {
    let bytes = try? FileDescriptor.read(from: stream.number)
    return bytes.flatMap { $0.isEmpty ? nil : $0 }
  }
}

// MARK: - Writing its input

/// The input of a filter: a socket, since writing to a closed one is an error instead of a signal.
final class FilterInput: TextSink {
  private let state: Guarded<State>

  private struct State {
    /// Nil once closed.
    var descriptor: Int32?
    var isRefused = false
  }

  /// Takes ownership of the descriptor.
  init(_ descriptor: Int32) {
    state = Guarded(State(descriptor: descriptor))
  }

  /// Whether the filter stopped reading before everything was written.
  var isRefused: Bool { state.withLock(\.isRefused) }

  func write(_ text: String) throws(SystemError) {
    guard let descriptor = state.withLock(\.descriptor) else { throw .brokenPipe }
    do throws(SystemError) {
      try FileDescriptor.send(text, to: descriptor)
    } catch {
      if error.isBrokenConnection { state.withLock { $0.isRefused = true } }
      throw error
    }
  }

  /// Ends the filter's input; no write may be in progress.
  func close() {
    let descriptor = state.withLock { state in
      defer { state.descriptor = nil }
      return state.descriptor
    }
    if let descriptor { FileDescriptor.close(descriptor) }
  }
}

/// The three connections to a filter.
private struct FilterStreams {
  private let pairs: [(ours: Int32, theirs: Int32)]

  /// We write to the first end, and read from the others.
  var input: Int32 { pairs[0].ours }
  var output: Int32 { pairs[1].ours }
  var errors: Int32 { pairs[2].ours }

  /// The program's ends, and the standard streams that they become.
  var child: [Int32: Int32] {
    let standard = [
      FileDescriptor.standardInput, FileDescriptor.standardOutput, FileDescriptor.standardError,
    ]
    return Dictionary(uniqueKeysWithValues: zip(pairs.map { $0.theirs }, standard))
  }

  /// - Throws: ``CommandFailure`` for the operation `name` if there are no more descriptors.
  init(name: String) throws(CommandFailure) {
    var pairs: [(ours: Int32, theirs: Int32)] = []
    do throws(SystemError) {
      for _ in 0..<3 { pairs.append(try FileDescriptor.socketPair()) }
    } catch {
      for pair in pairs { [pair.ours, pair.theirs].forEach(FileDescriptor.close) }
      throw CommandFailure(.localFile, name, error.description)
    }
    self.pairs = pairs
  }

  /// Called once the program has them: the end of a stream is seen only when all copies are closed.
  func closeChildEnds() {
    for pair in pairs { FileDescriptor.close(pair.theirs) }
  }

  func close() {
    closeChildEnds()
    for pair in pairs { FileDescriptor.close(pair.ours) }
  }
}
