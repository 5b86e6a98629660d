import GitHubModel
import System
import TokenStore

/// A program that is run on the user's behalf, without the tokens in our environment.
enum UserProgram {
  /// Runs it in the foreground with our standard streams; its exit status, or 128 and the signal's
  /// number.
  ///
  /// The words are its arguments, unchanged: no shell is involved.
  static func run(_ words: [String]) async throws(CommandFailure) -> Int32 {
    try await run(words, streams: [:], adding: [])
  }

  /// Starts it in a new session, without our streams; returns its exit status, or 0 if it
  /// still runs after half a second.
  ///
  /// An opener fails soon if it fails at all; one that becomes the browser keeps running.
  static func runDetached(_ words: [String]) async throws(CommandFailure) -> Int32 {
    do throws(SystemError) {
      let process = try ChildProcess(words, environment: environment(), isDetached: true)
      return await process.wait(atMost: 500) ?? 0
    } catch {
      throw CommandFailure(.localFile, "run \(words.first ?? "")", error.description)
    }
  }

  /// Runs a program that shows a text, which it reads from its standard input; its exit status.
  ///
  /// The text is in an unlinked temporary file: there is no pipe that could fill up or break.
  static func show(
    _ text: String,
    with words: [String],
    adding variables: [String]
  ) async throws(CommandFailure) -> Int32 {
    let file: FileDescriptor
    do throws(SystemError) {
      file = try FileDescriptor.unlinkedFile(with: text)
    } catch {
      throw CommandFailure(.localFile, "run the pager", error.description)
    }
    let streams = [file.number: FileDescriptor.standardInput]
    let status: Int32
    do throws(CommandFailure) {
      status = try await run(words, streams: streams, adding: variables)
    } catch {
      throw error.with(advice: error.kind == .cancelled ? nil : ["check PAGER"])
    }
    // Without this use, the optimizer could close the file earlier.
    _ = consume file
    return status
  }

  private static func run(
    _ words: [String],
    streams: [Int32: Int32],
    adding variables: [String]
  ) async throws(CommandFailure) -> Int32 {
    guard let name = words.first else { return 0 }
    let status: Int32?
    do throws(SystemError) {
      status = try await Interruption.leavingKeys { () async throws(SystemError) in
        let process = try ChildProcess(words, environment: environment(variables), streams: streams)
        return await withTaskCancellationHandler {
          await process.wait()
        } onCancel: {
          // Left alone, it would fight the shell for the keys.
          process.terminate()
        }
      }
    } catch {
      throw CommandFailure(.localFile, "run \(name)", error.description)
    }
    guard let status else { throw CommandFailure(.localFile, "run \(name)", unknownEnding) }
    // The user has interrupted both.
    if status == ExitStatus.interrupted.rawValue {
      throw CommandFailure(.cancelled, "run \(name)", "interrupted")
    }
    return status
  }

  /// The reason given if the system does not report how a program ended.
  static let unknownEnding = "its exit status is unknown"

  static func environment(_ added: [String] = []) -> ChildProcess.Environment {
    .inherited(except: TokenVariable.allCases.map(\.rawValue), adding: added)
  }

  static func withoutTokens(_ environment: [String: String]) -> [String: String] {
    let secrets = Set(TokenVariable.allCases.map(\.rawValue))
    return environment.filter { !secrets.contains($0.key) }
  }
}
