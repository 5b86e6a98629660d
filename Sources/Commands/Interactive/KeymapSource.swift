import SearchUI
import TokenStore

/// The user's own keys: `ghsearch/keys.toml` below the config folder.
enum KeymapSource {
  /// The usual keys where there is no such file.
  static func load(_ environment: [String: String]) throws(CommandFailure) -> Keymap {
    guard let folder = UserFolders(environment).config else { return Keymap() }
    let path = "\(folder)/ghsearch/keys.toml"
    let text = try text(at: path)
    do throws(KeymapFile.Mistake) {
      return try text.map { (text) throws(KeymapFile.Mistake) in try KeymapFile.read(text) }
        ?? Keymap()
    } catch {
      throw CommandFailure(
        .localFile,
        "read \(path)",
        "line \(error.line): \(error.reason)",
        advice: "correct the line, or take it out"
      )
    }
  }

  private static func text(at path: String) throws(CommandFailure) -> String? {
    do throws(GuardedFile.Problem) {
      return try GuardedFile.text(at: path, policy: .sharedConfiguration)
    } catch {
      throw CommandFailure(.localFile, "read \(path)", "it \(CommandFailure.explain(error).0)")
    }
  }
}
