package import System

/// A program failed although its test requires it to succeed.
package struct ProgramFailure: Error {}

/// A program that has ended, and its output.
package struct FinishedProgram: Sendable {
  /// The exit status, or 128 plus the number of the signal that ended it.
  package let status: Int32
  package let output: String
  package let errors: String

  /// Runs a program with a text as standard input; call it on a thread that may block.
  ///
  /// The streams are unlinked files, so nothing waits for a reader or for a descendant that keeps
  /// them open.
  package init(
    _ words: [String],
    environment: ChildProcess.Environment = .inherited(except: []),
    input text: String = ""
  ) throws {
    let input = try FileDescriptor.unlinkedFile(with: text)
    let output = try FileDescriptor.unlinkedFile(with: "")
    let errors = try FileDescriptor.unlinkedFile(with: "")
    let process = try ChildProcess(
      words,
      environment: environment,
      streams: [input.number: 0, output.number: 1, errors.number: 2]
    )
    guard let status = process.waitOnThisThread() else { throw ProgramFailure() }
    self.status = status
    self.output = try Self.text(of: output)
    self.errors = try Self.text(of: errors)
  }

  private static func text(of file: borrowing FileDescriptor) throws -> String {
    String(decoding: try file.bytes(atMost: file.status.size), as: UTF8.self)
  }
}
