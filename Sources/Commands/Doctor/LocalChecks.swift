import GitHubModel
import RepositoryStore
import System
import Terminal
import TokenStore

/// Checks that the directories for files can be written to, and that other users cannot read them.
struct DirectoryCheck: DoctorCheck {
  func run(in doctor: DoctorContext) async -> [Finding] {
    let directories = UserDirectories(doctor.context.environment)
    let places = [
      ("config", directories.config), ("state", directories.state), ("data", directories.data),
      ("cache", directories.cache),
    ]
    return places.map { name, path in
      path.map { finding("\($0)/ghsearch", name) } ?? missing(name)
    }
  }

  private func missing(_ name: String) -> Finding {
    .failure(
      .localFile,
      name,
      "cannot determine the directory",
      fix: "set HOME, or XDG_\(name.uppercased())_HOME to an absolute path"
    )
  }

  private func finding(_ path: String, _ name: String) -> Finding {
    let status = FileStatus(of: path)
    guard status.exists else { return findingOfParent(of: path, name) }
    guard status.isDirectory, status.isWritable else {
      let text = status.isDirectory ? "is not writable" : "is not a directory"
      return .failure(
        .localFile,
        name,
        "\(path) \(text)",
        fix: "replace it with a directory that you own"
      )
    }
    guard status.mode & 0o077 == 0 else {
      let mode = String(status.mode, radix: 8)
      let text = "\(path) is accessible to others (mode \(mode))"
      return .warning(name, text, fix: "run chmod 700 on it")
    }
    return .ok(name, path)
  }

  /// The finding for a directory that does not exist: it is made when needed, if the nearest existing
  /// directory above it can be written to.
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
}

/// Checks that the files of the library and the cache can be used and are intact.
///
/// They are opened read-only: a damaged or old file is reported, and not changed.
struct StoreCheck: DoctorCheck {
  func run(in doctor: DoctorContext) async -> [Finding] {
    await doctor.session.library.inspect().map(Self.finding)
  }

  private static func finding(_ inspection: Library.Inspection) -> Finding {
    let (subject, path) = (inspection.subject, inspection.path)
    switch inspection.condition {
    case .success(.sound):
      let mode = FileStatus(of: path).mode
      guard mode & 0o077 != 0 else { return .ok(subject, path) }
      let text = "\(path) is readable by others (mode \(String(mode, radix: 8)))"
      return .warning(subject, text, fix: "run chmod 600 on it")
    case .success(.outdated):
      return .ok(subject, "\(path) (older version; will be upgraded on next use)")
    case .success(.interrupted):
      return .ok(subject, "\(path) (interrupted change; will be rolled back on next use)")
    case .success(.damaged(let flaw)):
      return damaged(subject, "\(path) is damaged (\(flaw))")
    case .failure(.corrupt):
      return damaged(subject, "\(path) is damaged")
    case .failure(let error):
      return .failure(CommandFailure(error, operation: "open it"), subject)
    }
  }

  private static func damaged(_ subject: String, _ text: String) -> Finding {
    let fix = "move it aside; the next command creates a new one"
    return .failure(.localFile, subject, text, fix: fix)
  }
}

/// Checks what the terminal can show.
struct TerminalCheck: DoctorCheck {
  func run(in doctor: DoctorContext) async -> [Finding] {
    [terminal(doctor.context), locale(doctor.context.environment)]
  }

  private func terminal(_ context: Context) -> Finding {
    guard let size = context.terminal else {
      return .ok("terminal", "standard output is not a terminal")
    }
    let name = context.environment["TERM"] ?? "(not set)"
    let text = "TERM=\(name), \(size.columns) × \(size.rows)"
    let capabilities = TerminalCapabilities(environment: context.environment)
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

  private func locale(_ environment: [String: String]) -> Finding {
    let value = UserLocale.name(in: environment) ?? ""
    guard UserLocale.isUTF8(in: environment) == true else {
      let shown = value.isEmpty ? "not set" : value
      let fix = "set LANG to a UTF-8 locale, such as C.UTF-8"
      return .warning("locale", "\(shown): non-ASCII characters may not display", fix: fix)
    }
    return .ok("locale", value)
  }
}

/// Reports what `view` and the search as you type show for an owner: a picture, initials or nothing.
struct PictureCheck: DoctorCheck {
  func run(in doctor: DoctorContext) async -> [Finding] {
    [.ok("pictures", text(doctor.context))]
  }

  private func text(_ context: Context) -> String {
    guard context.terminal != nil else { return "none: standard output is not a terminal" }
    guard ColorChoice.auto.isColored(context) else {
      return "no pictures or initials: \(variableAgainstColor(context.environment)) is set"
    }
    do throws(PictureProtocol.Absence) {
      return shown(by: try PictureProtocol.detected(in: context.environment))
    } catch {
      return "initials: \(reason(error))"
    }
  }

  private func shown(by pictures: PictureProtocol) -> String {
    switch pictures {
    case .kitty: "owner avatars (kitty protocol), except with --accessible"
    case .iTerm2: "owner avatars (iTerm2 protocol), except with --accessible"
    }
  }

  private func reason(_ absence: PictureProtocol.Absence) -> String {
    switch absence {
    case .unwanted: "NO_COLOR is set"
    case .multiplexer(let variable): "\(variable) is set: no images inside tmux, screen or zellij"
    case .unknown: "this terminal is not known to support images"
    }
  }

  /// The variable that turns colors off, in the order in which ``ColorChoice`` reads them.
  private func variableAgainstColor(_ environment: [String: String]) -> String {
    if !(environment["NO_COLOR"] ?? "").isEmpty { return "NO_COLOR" }
    return environment["CLICOLOR"] == "0" ? "CLICOLOR=0" : "TERM=dumb"
  }
}

/// Checks for the programs that some flags run.
struct ProgramCheck: DoctorCheck {
  func run(in doctor: DoctorContext) async -> [Finding] {
    let environment = doctor.context.environment
    return [
      program("jq", for: "--jq", fix: "install jq", environment),
      program(pager(environment), for: "pager", fix: "set PAGER", environment),
      browser(environment),
    ]
  }

  private func pager(_ environment: [String: String]) -> String {
    let commands = [environment["GHSEARCH_PAGER"], environment["PAGER"]].compactMap(\.self)
    return commands.compactMap(Self.firstWord).first ?? "less"
  }

  private static func firstWord(_ command: String) -> String? {
    command.split(whereSeparator: \.isWhitespace).first.map(String.init)
  }

  private func browser(_ environment: [String: String]) -> Finding {
    guard let first = Browser.configured(in: environment).first?.first else {
      let opener = Browser.systemOpeners(in: environment).first
      return .ok(
        "programs",
        opener.map { "\($0) (browser)" }
          ?? "no browser found: URLs are printed; set BROWSER to change this"
      )
    }
    return program(first, for: "browser", fix: "set BROWSER to a working browser", environment)
  }

  private func program(
    _ name: String,
    for use: String,
    fix: String,
    _ environment: [String: String]
  ) -> Finding {
    guard let path = ProgramPath.find(name, in: environment) else {
      return .warning("programs", "\(name) (\(use)) not found", fix: fix)
    }
    return .ok("programs", "\(path) (\(use))")
  }
}
