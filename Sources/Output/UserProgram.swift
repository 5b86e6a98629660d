package import Core
import GitHubModel
package import System
import TokenStore

/// A program run on the user's behalf, without the tokens in our environment.
package enum UserProgram {
  /// Runs a program in the foreground with our standard streams; returns its exit status, or 128
  /// plus the signal's number.
  ///
  /// The words are its arguments, unchanged and without a shell.
  package static func run(_ words: [String]) async throws(OperationFailure) -> Int32 {
    try await run(words, streams: [:], adding: [])
  }

  /// Starts a program in a new session, without our streams; returns its exit status, or 0 if it is
  /// still running after half a second.
  ///
  /// An opener that fails does so soon; one that becomes the browser keeps running.
  package static func runDetached(_ words: [String]) async throws(OperationFailure) -> Int32 {
    do throws(SystemError) {
      let process = try ChildProcess(words, environment: environment(), isDetached: true)
      return await process.wait(atMost: 500) ?? 0
    } catch {
      throw OperationFailure(.localFile, "run \(words.first ?? "")", error.description)
    }
  }

  /// Runs a command that shows a text, which it reads from standard input.
  ///
  /// The text is in an unlinked temporary file: no pipe can fill up or break, and the position in
  /// the file shows whether any of it was read.
  ///
  /// - Throws: ``OperationFailure`` if the command cannot be run, is killed, or ends without
  ///   reading the text; its exit status does not matter otherwise.
  package static func show(
    _ text: String,
    with command: UserCommand,
    adding variables: [String]
  ) async throws(OperationFailure) {
    let file: FileDescriptor
    do throws(SystemError) {
      file = try FileDescriptor.unlinkedFile(with: text)
    } catch {
      throw OperationFailure(.localFile, "run the pager", error.description)
    }
    let streams = [file.number: FileDescriptor.standardInput]
    let status: Int32
    do throws(OperationFailure) {
      status = try await run(command.words(), streams: streams, adding: variables)
    } catch {
      throw command.advising(error)
    }
    let isUnread = file.position == 0
    // Without this use, the optimizer could close the file earlier.
    _ = consume file
    if Task.isCancelled {
      throw OperationFailure(.canceled, "run \(command.text)", "interrupted")
    }
    if status >= minFailureStatus { throw command.failure(status) }
    if isUnread { throw command.failure("did not read the text") }
  }

  /// The lowest exit status of a shell for a command that cannot be run or was killed.
  private static let minFailureStatus: Int32 = 126

  private static func run(
    _ words: [String],
    streams: [Int32: Int32],
    adding variables: [String]
  ) async throws(OperationFailure) -> Int32 {
    guard let name = words.first else { return 0 }
    let status: Int32?
    do throws(SystemError) {
      status = try await Interruption.leavingKeys { () async throws(SystemError) in
        let process = try ChildProcess(words, environment: environment(variables), streams: streams)
        return await withTaskCancellationHandler {
          await process.wait()
        } onCancel: {
          // Otherwise it would compete with the shell for the keys.
          process.terminate()
        }
      }
    } catch {
      throw OperationFailure(.localFile, "run \(name)", error.description)
    }
    guard let status else { throw OperationFailure(.localFile, "run \(name)", unknownEnding) }
    // The user has interrupted both.
    if status == ExitStatus.interrupted.rawValue {
      throw OperationFailure(.canceled, "run \(name)", "interrupted")
    }
    return status
  }

  /// The reason given if the system does not report how a program ended.
  package static let unknownEnding = "its exit status is unknown"

  package static func environment(_ added: [String] = []) -> ChildProcess.Environment {
    .inherited(except: TokenVariable.allCases.map(\.rawValue), adding: added)
  }

  package static func withoutTokens(_ environment: [String: String]) -> [String: String] {
    let secrets = Set(TokenVariable.allCases.map(\.rawValue))
    return environment.filter { !secrets.contains($0.key) }
  }
}

/// The programs that use the terminal while the screen is closed, one at a time.
package struct TerminalPrograms: Sendable {
  private enum State: Sendable {
    case idle
    case running(ChildProcess)
    /// No further program is started.
    case ended
  }

  private let state = Guarded(State.idle)

  package init() {}

  /// Runs a program on the terminal, even if our streams are redirected; returns the reason if it
  /// failed.
  ///
  /// Blocks the calling thread, which must not belong to Swift's pool.
  package func failure(of words: [String]) -> String? {
    do throws(SystemError) {
      let status = try Interruption.leavingKeysOnThisThread { () throws(SystemError) in
        guard let process = try start(words) else { return ExitStatus.interrupted.rawValue }
        defer { state.withLock { if case .running = $0 { $0 = .idle } } }
        return process.waitOnThisThread()
      }
      switch status {
      case 0: return nil
      case ExitStatus.interrupted.rawValue: return "interrupted"
      case let status?: return "exited with status \(status)"
      case nil: return UserProgram.unknownEnding
      }
    } catch {
      return error.isMissingFile ? "\(words.first ?? "") is not installed" : error.description
    }
  }

  /// Starts a program under the lock, so that ``end()`` finds each one that has started.
  private func start(_ words: [String]) throws(SystemError) -> ChildProcess? {
    try state.withLock { state throws(SystemError) in
      if case .ended = state { return nil }
      let environment = UserProgram.environment()
      let process = try ChildProcess(words, environment: environment, takesTerminal: true)
      state = .running(process)
      return process
    }
  }

  /// Kills the program, which would otherwise compete with the shell for the keys.
  package func end() {
    state.withLock { state in
      if case .running(let process) = state { process.terminate() }
      state = .ended
    }
  }
}
