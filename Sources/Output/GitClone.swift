import System

/// Clones with git while the screen is open.
package enum GitClone {
  /// Clones a repository into a new directory, and returns why that failed, or nil.
  ///
  /// git gets none of our streams and cannot ask for a password, since the screen is using the
  /// terminal. Canceling the task ends git, which removes its partial clone: a clone that outlived
  /// the screen could fail unnoticed.
  package static func run(
    _ address: String,
    into directory: String,
    adding variables: [String] = []
  ) async -> String? {
    guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
      return "\(address) is not a web URL"
    }
    guard !FileStatus(of: directory, followsLinks: false).exists else {
      return "\(directory.hasPrefix("/") ? "" : "./")\(directory) already exists"
    }
    do throws(SystemError) {
      let messages = try FileDescriptor.unlinkedFile(with: "")
      let process = try ChildProcess(
        ["git", "clone", "--quiet", "--", address, directory],
        environment: UserProgram.environment(["GIT_TERMINAL_PROMPT=0", "LC_ALL=C"] + variables),
        streams: [messages.number: FileDescriptor.standardError],
        isDetached: true
      )
      let status = await withTaskCancellationHandler {
        await process.wait()
      } onCancel: {
        process.terminate()
      }
      if status == 0 { return nil }
      return reason(try messages.bytes(atMost: maxMessageBytes), status)
    } catch {
      return error.isMissingFile ? "git is not installed" : error.description
    }
  }

  /// The maximum size of git's messages in bytes.
  private static let maxMessageBytes = 16_384

  /// The first fatal error; later ones are consequences.
  private static func reason(_ messages: [UInt8], _ status: Int32?) -> String {
    let lines = String(decoding: messages, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let line = lines.first(where: { $0.hasPrefix(fatal) }) ?? lines.last else {
      return status.map { "git exited with status \($0)" } ?? UserProgram.unknownEnding
    }
    return String(line.hasPrefix(fatal) ? line.dropFirst(fatal.count) : line)
  }

  private static let fatal = "fatal: "
}
