import GitHubModel
import JSON
import System

/// Reads a file of JSON values, one per line, that a user gives to a command.
enum JSONLines {
  /// The lines that are not blank, with their numbers from 1; a value is nil if the line is not JSON.
  static func values(in text: String) -> some Sequence<(number: Int, value: JSONElement?)> {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated().lazy
      .filter { !$0.element.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }
      .map { index, line in
        (number: index + 1, value: try? JSONElement(Array(line), limits: limits))
      }
  }

  /// For a repository with its note, whose characters may all be escaped.
  private static let limits = JSONLimits(depth: 8, values: 10_000, string: 1 << 20)

  /// The text of a file of any kind; `-` is standard input.
  static func text(of path: String, in context: Context) async throws(CommandFailure) -> String {
    if path == "-" { return try context.readInput() }
    // A pipe may have no writer yet.
    let read = await DedicatedThread.run {
      Result { () throws(SystemError) in
        let file = try FileDescriptor(input: path)
        return try FileDescriptor.readAll(from: file.number, atMost: maxFileBytes)
      }
    }
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try read.get()
    } catch {
      throw CommandFailure(.localFile, "cannot read \(path): \(error)", advice: "check the path")
    }
    guard let bytes else {
      let why = "\(path) is larger than \(maxFileBytes >> 20) MiB"
      throw CommandFailure(.localFile, why, advice: "split it")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.localFile, "\(path) is not UTF-8 text", advice: "save it as UTF-8")
    }
    return text
  }

  /// In bytes: some 100,000 stars.
  private static let maxFileBytes = 256 << 20
}
