import System

/// The clipboard of tmux or the desktop, through the program that sets it.
package enum Clipboard {
  /// Copies a text to the clipboard; returns false if no program here can.
  package static func copy(_ text: String, _ environment: [String: String]) async -> Bool {
    for words in commands(in: environment) where await run(words, with: text) { return true }
    return false
  }

  /// The commands that read the text from standard input, preferred ones first.
  ///
  /// tmux ignores clipboard sequences by default. Over SSH, the desktop is another machine's,
  /// unless its display is forwarded.
  package static func commands(in environment: [String: String]) -> [[String]] {
    func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    let isLocal = !isSet("SSH_CONNECTION")
    let commands: [(isMeant: Bool, words: [String])] = [
      (isSet("TMUX"), ["tmux", "load-buffer", "-w", "-"]),
      (isSet("WAYLAND_DISPLAY") && isLocal, ["wl-copy"]),
      (isLocal, ["pbcopy"]),
      (isSet("DISPLAY"), ["xclip", "-selection", "clipboard"]),
    ]
    return commands.filter(\.isMeant).compactMap { command in
      ProgramPath.find(command.words[0], in: environment).map { [$0] + command.words.dropFirst() }
    }
  }

  /// Runs a program; some stay in the background and serve the text from there.
  private static func run(_ words: [String], with text: String) async -> Bool {
    guard let file = try? FileDescriptor.unlinkedFile(with: text),
      let process = try? ChildProcess(
        words,
        environment: UserProgram.environment(),
        streams: [file.number: FileDescriptor.standardInput],
        isDetached: true
      )
    else { return false }
    return await process.wait(atMost: maxWait) == 0
  }

  /// The maximum wait in milliseconds.
  private static let maxWait = 2_000
}
