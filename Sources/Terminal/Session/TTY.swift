#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The terminal that the user sits at, by its file descriptors.
///
/// Closes what it opened when it goes.
package struct TTY: ~Copyable, Sendable {
  package let input: Int32
  package let output: Int32
  private let opened: Int32?

  /// Standard input and output where both are a terminal; otherwise the terminal's own device, so
  /// that a picker can draw while its output goes into a pipe.
  package init() throws(TerminalError) {
    if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 {
      (input, output, opened) = (STDIN_FILENO, STDOUT_FILENO, nil)
      return
    }
    let descriptor = open(Self.devicePath, O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw TerminalError(.unusable, "open the terminal") }
    (input, output, opened) = (descriptor, descriptor, descriptor)
  }

  deinit {
    if let opened { close(opened) }
  }

  /// By its own name where one is known: `poll` on macOS does not know /dev/tty.
  private static var devicePath: String {
    var name = [CChar](repeating: 0, count: 1024)
    for descriptor in [STDERR_FILENO, STDIN_FILENO, STDOUT_FILENO] where isatty(descriptor) == 1 {
      guard ttyname_r(descriptor, &name, name.count) == 0 else { continue }
      return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return "/dev/tty"
  }

  /// The terminal's size as it is now.
  package var size: ScreenSize {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0 else { return .fallback }
    return ScreenSize(reportedColumns: size.ws_col, rows: size.ws_row)
  }

  func attributes() throws(TerminalError) -> termios {
    var attributes = termios()
    guard tcgetattr(input, &attributes) == 0 else {
      throw .lastCall("read the terminal's settings")
    }
    return attributes
  }

  func set(_ attributes: termios) throws(TerminalError) {
    var attributes = attributes
    while tcsetattr(input, TCSANOW, &attributes) != 0 {
      guard errno == EINTR else { throw .lastCall("change the terminal's settings") }
    }
  }
}

extension termios {
  /// Every byte as it is typed, without echo, signals, flow control or translation.
  var raw: termios {
    var raw = self
    raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | IGNCR | INLCR | INPCK | ISTRIP | IXON | PARMRK)
    raw.c_oflag &= ~tcflag_t(OPOST)
    raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN | ISIG)
    raw.c_cflag &= ~tcflag_t(CSIZE | PARENB)
    raw.c_cflag |= tcflag_t(CS8)
    withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    return raw
  }
}
