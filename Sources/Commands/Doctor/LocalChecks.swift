import Core
import Output
import RepositoryStore
import System
import Terminal

extension Doctor {
  /// Checks that the program's directories are writable, and not readable by other users.
  func directories() -> [Finding] {
    let directories = UserDirectories(environment)
    let places = [
      ("config", directories.config), ("state", directories.state), ("data", directories.data),
      ("cache", directories.cache),
    ]
    return places.map { name, path in
      if let path { return directory("\(path)/ghsearch", name) }
      let fix = "set HOME, or XDG_\(name.uppercased())_HOME to an absolute path"
      return .failure(.localFile, name, "cannot determine the directory", fix: fix)
    }
  }

  private func directory(_ path: String, _ name: String) -> Finding {
    let status = FileStatus(of: path)
    guard status.exists else { return findingOfParent(of: path, name) }
    guard status.isDirectory, status.isWritable else {
      let text = status.isDirectory ? "is not writable" : "is not a directory"
      let fix = "replace it with a directory that you own"
      return .failure(.localFile, name, "\(path) \(text)", fix: fix)
    }
    guard status.mode & 0o077 == 0 else {
      let mode = String(status.mode, radix: 8)
      let text = "\(path) is accessible to others (mode \(mode))"
      return .warning(name, text, fix: "run chmod 700 on it")
    }
    return .ok(name, path)
  }

  /// The finding for a directory that does not exist: it is created on demand if the nearest
  /// existing parent is writable.
  private func findingOfParent(of path: String, _ name: String) -> Finding {
    var parent = path[...]
    repeat {
      parent = parent[..<(parent.lastIndex(of: "/") ?? parent.startIndex)]
    } while !parent.isEmpty && !FileStatus(of: String(parent)).exists
    let status = FileStatus(of: parent.isEmpty ? "/" : String(parent))
    guard status.isDirectory, status.isWritable else {
      let text = "cannot create \(path) (\(parent.isEmpty ? "/" : parent) is not writable)"
      let variable = "XDG_\(name.uppercased())_HOME"
      return .failure(.localFile, name, text, fix: "fix its permissions, or set \(variable)")
    }
    return .ok(name, "\(path) (not created yet)")
  }

  /// Checks that the files of the library and the cache are usable and intact.
  ///
  /// They are opened read-only: damaged or old files are reported, not changed.
  func stores() async -> [Finding] {
    await session.library.inspect().map(Self.store)
  }

  private static func store(_ inspection: Library.Inspection) -> Finding {
    let (subject, path) = (inspection.subject, inspection.path)
    switch inspection.condition {
    case .success(.sound):
      let mode = FileStatus(of: path).mode
      guard mode & 0o077 != 0 else { return .ok(subject, path) }
      let text = "\(path) is readable by others (mode \(String(mode, radix: 8)))"
      return .warning(subject, text, fix: "run chmod 600 on it")
    case .success(.interrupted):
      return .ok(subject, "\(path) (interrupted change; will be rolled back on next use)")
    case .success(.damaged(let flaw)):
      return damaged(subject, "\(path) is damaged (\(flaw))")
    case .failure(.corrupt):
      return damaged(subject, "\(path) is damaged")
    case .failure(let error):
      return .failure(OperationFailure(error), subject)
    }
  }

  private static func damaged(_ subject: String, _ text: String) -> Finding {
    let fix = "move it aside; the next command creates a new one"
    return .failure(.localFile, subject, text, fix: fix)
  }
}

// MARK: The terminal

extension Doctor {
  func terminal() -> Finding {
    guard let size = context.terminal else {
      return .ok("terminal", "standard output is not a terminal")
    }
    let name = environment["TERM"] ?? "(not set)"
    let text = "TERM=\(name), \(size.columns) × \(size.rows)"
    let capabilities = TerminalCapabilities(environment: environment)
    guard capabilities.isUsable else {
      let fix = "set TERM, or use `ghsearch repl`"
      return .warning("terminal", "\(text), no full-screen support", fix: fix)
    }
    guard size.columns >= Self.minColumns, size.rows >= Self.minRows else {
      return .warning("terminal", "\(text), too small", fix: "make the window larger")
    }
    return .ok("terminal", ([text] + Self.abilities(capabilities)).joined(separator: ", "))
  }

  private static let minColumns = 40
  private static let minRows = 10

  private static func abilities(_ capabilities: TerminalCapabilities) -> [String] {
    let colors =
      switch capabilities.colors {
      case .none: "no color"
      case .palette: "256 colors"
      case .trueColor: "true color"
      }
    return [
      colors, capabilities.hasHyperlinks ? "hyperlinks" : "no hyperlinks",
      capabilities.hasKeyboardProtocol ? "kitty keyboard protocol" : "xterm keys",
    ]
  }

  func locale() -> Finding {
    let value = UserLocale.name(in: environment) ?? ""
    guard UserLocale.isUTF8(in: environment) == true else {
      let shown = value.isEmpty ? "not set" : value
      let fix = "set LANG to a UTF-8 locale, such as C.UTF-8"
      return .warning("locale", "\(shown): non-ASCII characters may not display", fix: fix)
    }
    return .ok("locale", value)
  }
}
