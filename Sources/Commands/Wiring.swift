import CurlTransport
import GitHubAPI
import SearchUI
import System
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Context {
  /// The context of this process: the one place that chooses the implementations.
  ///
  /// `loop` drives libcurl; it need not be prepared.
  static func live(on loop: CurlLoop = CurlLoop()) -> Self {
    let environment = ProcessInfo.processInfo.environment
    let output = DescriptorSink(descriptor: FileDescriptor.standardOutput)
    let stateFolder = UserFolders(environment).state.map { "\($0)/ghsearch" }
    let clock = RequestClock.live
    let transport = CurlTransport(
      CurlConfiguration(trust: { .system(environment: environment) }),
      on: loop
    )
    return Self(
      environment: environment,
      workingDirectory: CurrentProcess.workingDirectory(),
      output: output,
      errors: DescriptorSink(descriptor: FileDescriptor.standardError),
      readInput: StandardInput.read,
      lines: { DescriptorLines(FileDescriptor.standardInput) },
      hasInputTerminal: FileDescriptor.isTerminal(FileDescriptor.standardInput),
      mayTakeTerminal: true,
      history: stateFolder.map { HistoryFile(folder: $0, lockRetryDelay: clock.lockRetryDelay) },
      session: CurrentProcess.session(),
      terminal: terminalSize(of: FileDescriptor.standardOutput),
      errorTerminal: terminalSize(of: FileDescriptor.standardError),
      now: { Date() },
      transport: transport,
      rateLimits: RateLimitFile.store(
        folder: stateFolder,
        boot: SystemClock.boot(),
        lockRetryDelay: clock.lockRetryDelay
      ),
      clock: clock,
      retries: .default,
      launch: { words, isDetached throws(CommandFailure) in
        isDetached ? try await UserProgram.runDetached(words) : try await UserProgram.run(words)
      },
      show: { text, words, variables throws(CommandFailure) in
        try await UserProgram.show(text, with: words, adding: variables)
      }
    )
  }

  private static func terminalSize(of descriptor: Int32) -> TerminalSize? {
    guard FileDescriptor.isTerminal(descriptor) else { return nil }
    return TTY.reportedSize(of: descriptor).map { TerminalSize(columns: $0.columns, rows: $0.rows) }
  }
}

extension RequestClock {
  /// The system's clock, which counts from boot and includes the time asleep.
  static let live = Self(
    now: { Moment(milliseconds: SystemClock.milliseconds()) },
    sleep: { try await Task.sleep(for: $0, tolerance: .zero, clock: .continuous) },
    date: { Date() }
  )

  /// Waits until another process may have released a lock.
  func lockRetryDelay() async throws { try await sleep(.milliseconds(5)) }
}

/// Standard input, which may hold names or a token.
enum StandardInput {
  /// In bytes: some 200,000 names.
  private static let largest = 8 * 1024 * 1024

  /// Reads to the end.
  static func read() throws(CommandFailure) -> String {
    guard var bytes = try readBytes() else {
      throw CommandFailure(.usage, "read standard input", "larger than \(largest) bytes")
    }
    // The text may be a token.
    defer { bytes.wipe() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.usage, "read standard input", "not UTF-8 text")
    }
    return text
  }

  /// Nil if there are too many.
  private static func readBytes() throws(CommandFailure) -> [UInt8]? {
    do throws(SystemError) {
      return try FileDescriptor.readAll(from: FileDescriptor.standardInput, atMost: largest)
    } catch {
      throw CommandFailure(.localFile, "read standard input", error.description)
    }
  }
}

/// The file in which processes share GitHub's rate limits: read whole and replaced whole, under a lock
/// on a file beside it.
struct RateLimitFile: Sendable {
  let folder: String
  /// Waits some milliseconds for another process to release the lock.
  let lockRetryDelay: @Sendable () async throws -> Void

  /// A store that shares the file in a folder, or one in memory where there is no folder; `boot`
  /// names this run of the machine.
  static func store(
    folder: String?,
    boot: String,
    lockRetryDelay: @escaping @Sendable () async throws -> Void
  ) -> RateLimitStore {
    guard let folder else { return RateLimitStore() }
    let file = Self(folder: folder, lockRetryDelay: lockRetryDelay)
    return RateLimitStore(boot: boot, sharing: file.update)
  }

  /// See ``RateLimitStore/Sharing``; a file that cannot be read is replaced.
  func update(_ change: @Sendable (_ content: [UInt8]?) -> [UInt8]?) async -> Bool {
    do throws(FileLock.Problem) {
      let lock = try await FileLock.take("\(folder)/rate-limits.lock", retryDelay: lockRetryDelay)
      let path = "\(folder)/rate-limits.json"
      let text = try? GuardedFile.text(at: path, policy: .secret)
      let content = change((text ?? nil).map { Array($0.utf8) })
      let isWritten = content.map { (try? AtomicFile.replace(path, with: $0)) != nil } ?? true
      // Without this use, the optimizer could release the lock earlier.
      _ = consume lock
      return isWritten
    } catch {
      return false
    }
  }
}
