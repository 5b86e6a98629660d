package import Core
import GitHubModel

/// A command line chosen by the user, such as the value of `PAGER`, parsed as git and man do.
package struct UserCommand: Sendable, Equatable {
  package let text: String
  /// The variable that contains it; nil for a default.
  package let variable: String?

  package init(text: String, variable: String?) {
    (self.text, self.variable) = (text, variable)
  }

  /// The words to run: a shell splits and expands the text, unless it is only a name or path.
  package func words(_ arguments: [String] = []) -> [String] {
    if text.utf8.allSatisfy(Self.isPlain) { return [text] + arguments }
    return ["/bin/sh", "-c", arguments.isEmpty ? text : "\(text) \"$@\"", "sh"] + arguments
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x80 || "+,-./_".utf8.contains(byte)
      || Unicode.Scalar(byte).properties.isAlphabetic || 0x30...0x39 ~= byte
  }

  /// The failure of a run that ended with this exit status.
  package func failure(_ status: Int32) -> OperationFailure {
    let reason =
      switch status {
      case 126: " (cannot be run)"
      case 127: " (command not found)"
      default: ""
      }
    return failure("exited with status \(status)\(reason)")
  }

  /// A failure such as `most did not read the text`.
  package func failure(_ event: String) -> OperationFailure {
    advising(OperationFailure(.localFile, "\(text) \(event)"))
  }

  /// The failure with the variable to check, unless the user ended the command.
  package func advising(_ failure: OperationFailure) -> OperationFailure {
    guard let variable, failure.kind != .canceled else { return failure }
    return failure.with(advice: ["check \(variable)"])
  }

  /// Whether a shell could not run the command at all.
  package static func isMissing(_ status: Int32) -> Bool { status == 126 || status == 127 }
}
