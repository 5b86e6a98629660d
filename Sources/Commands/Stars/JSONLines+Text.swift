import Core
import Output
import Stars

extension JSONLines {
  /// Reads the text of any file, or standard input for `-`.
  static func text(of path: String, in context: Context) async throws(OperationFailure) -> String {
    if path == "-" { return try context.readInput() }
    return try await UserFile.text(of: path, named: path, atMost: maxFileBytes)
  }

  /// The maximum size in bytes: about 100,000 stars.
  private static let maxFileBytes = 256 << 20
}
