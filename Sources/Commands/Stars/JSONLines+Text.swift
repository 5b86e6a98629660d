import Core
import Output
import Stars

extension JSONLines {
  /// The text of a file of any kind; `-` is standard input.
  static func text(of path: String, in context: Context) async throws(OperationFailure) -> String {
    if path == "-" { return try context.readInput() }
    return try await UserFile.text(of: path, named: path, atMost: maxFileBytes)
  }

  /// In bytes: some 100,000 stars.
  private static let maxFileBytes = 256 << 20
}
