import Foundation
import Output
import System
import TestSupport
import TestTraits
import Testing

/// Copying through the program that sets a clipboard.
@Suite(.ownThread) struct ClipboardTests {
  private let home = TemporaryFolder()

  /// Creates programs that record their input and arguments in files beside them.
  private func install(_ names: [String], status: Int = 0) throws {
    for name in names {
      let path = "\(home.path)/\(name)"
      let script =
        "#!/bin/sh\n/bin/cat > \(path).copied\necho \"$@\" > \(path).arguments\nexit \(status)\n"
      try home.write(script, to: name, mode: 0o755)
    }
  }

  private func text(_ name: String) -> String? {
    try? String(contentsOfFile: "\(home.path)/\(name)", encoding: .utf8)
  }

  private static let everything = [
    "TMUX": "/tmp/tmux", "WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0",
  ]

  @Test func `prefers tmux, then the desktop, and over SSH only forwarded displays`() throws {
    try install(["tmux", "wl-copy", "xclip", "pbcopy"])
    func names(_ environment: [String: String]) -> [String] {
      let environment = environment.merging(["PATH": home.path]) { $1 }
      return Clipboard.commands(in: environment).map {
        String($0[0].dropFirst(home.path.count + 1))
      }
    }
    #expect(names(Self.everything) == ["tmux", "wl-copy", "pbcopy", "xclip"])
    #expect(names([:]) == ["pbcopy"])
    #expect(names(["SSH_CONNECTION": "1", "WAYLAND_DISPLAY": "x"]) == [])
    #expect(names(["SSH_CONNECTION": "1", "DISPLAY": ":10", "TMUX": ""]) == ["xclip"])
  }

  @Test func `copies with the first program that succeeds`() async throws {
    try install(["tmux"], status: 1)
    try install(["wl-copy", "xclip"])
    let environment = Self.everything.merging(["PATH": home.path]) { $1 }
    let copied = "https://github.com/a/b\nßüñ"

    #expect(await Clipboard.copy(copied, environment))

    #expect(text("tmux.copied") == copied && text("wl-copy.copied") == copied)
    #expect(text("tmux.arguments") == "load-buffer -w -\n")
    #expect(text("xclip.copied") == nil)
    #expect(await !Clipboard.copy(copied, ["PATH": "/nowhere", "TMUX": "x"]))
  }
}
