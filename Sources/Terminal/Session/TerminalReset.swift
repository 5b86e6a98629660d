#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Brings back a terminal that some program left in disorder, without knowing what it found.
package enum TerminalReset {
  /// Switches off whatever a full-screen program may have switched on, and makes lines be edited
  /// and echoed again, as `stty sane` does.
  ///
  /// What is on the normal screen stays there.
  package static func perform() throws(TerminalError) {
    let tty = try TTY()
    try tty.set(tty.attributes().sane)
    guard tty.write(bytes) else { throw .lastCall("write to the terminal") }
  }

  /// The end of a string and of a synchronized update; every mode off; the usual letters and style.
  ///
  /// The cursor is saved first, since leaving a screen that is not there would move it to where it
  /// was saved last.
  static var bytes: [UInt8] {
    let start = "\u{1B}\\\u{1B}[?2026l\u{1B}7"
    let end = "\u{1B}[?1002l\u{1B}[?1003l\u{1B}[?1l\u{1B}>\u{1B}(B\u{F}\u{1B}[m"
    return Array(start.utf8) + TerminalModes(TerminalMode.allCases).off + Array(end.utf8)
  }
}

extension termios {
  /// With the flags that a shell counts on.
  fileprivate var sane: termios {
    var sane = self
    sane.c_iflag |= tcflag_t(BRKINT | ICRNL | IXON)
    sane.c_iflag &= ~tcflag_t(IGNCR | INLCR | IGNBRK | INPCK | ISTRIP | PARMRK)
    sane.c_oflag |= tcflag_t(OPOST | ONLCR)
    sane.c_lflag |= tcflag_t(ECHO | ECHOE | ECHOK | ICANON | IEXTEN | ISIG)
    sane.c_lflag &= ~tcflag_t(ECHONL | NOFLSH | TOSTOP)
    sane.c_cflag |= tcflag_t(CREAD | CS8)
    withUnsafeMutableBytes(of: &sane.c_cc) { characters in
      for (place, byte) in Self.usualCharacters { characters[place] = byte }
    }
    return sane
  }

  /// ^C, ^\, Backspace, ^U, ^D, ^Q, ^S, ^Z; and reads that return with the first byte.
  private static let usualCharacters: [(Int, UInt8)] = [
    (Int(VINTR), 3), (Int(VQUIT), 28), (Int(VERASE), 127), (Int(VKILL), 21), (Int(VEOF), 4),
    (Int(VSTART), 17), (Int(VSTOP), 19), (Int(VSUSP), 26), (Int(VMIN), 1), (Int(VTIME), 0),
  ]
}
