import CLibrary

/// The user's terminal, as file descriptors.
///
/// It closes the files it opened when released.
package struct TTY: ~Copyable, Sendable {
  package let input: Int32
  package let output: Int32
  private let opened: Int32?

  /// Opens standard input and output if both are a terminal; otherwise the terminal's own device,
  /// so that a picker can draw while its output goes to a pipe.
  package init() throws(TerminalError) {
    if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 {
      (input, output, opened) = (STDIN_FILENO, STDOUT_FILENO, nil)
      return
    }
    let descriptor = unsafe open(Self.devicePath, O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw TerminalError(.unusable, "open the terminal") }
    (input, output, opened) = (descriptor, descriptor, descriptor)
  }

  deinit {
    if let opened { close(opened) }
  }

  /// The device's own name if known, because `poll` on macOS does not support /dev/tty.
  private static var devicePath: String {
    var name = [CChar](repeating: 0, count: 1024)
    for descriptor in [STDERR_FILENO, STDIN_FILENO, STDOUT_FILENO] where isatty(descriptor) == 1 {
      guard unsafe ttyname_r(descriptor, &name, name.count) == 0 else { continue }
      return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return "/dev/tty"
  }

  package var size: ScreenSize {
    let size = Self.reportedSize(of: output)
    return size.map { ScreenSize(columns: $0.columns, rows: $0.rows) } ?? .fallback
  }

  /// The size that a terminal's driver reports; nil if the descriptor is not a terminal, 80 × 24 if
  /// the driver does not know.
  package static func reportedSize(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return (80, 24) }
    return (size.ws_col == 0 ? 80 : Int(size.ws_col), size.ws_row == 0 ? 24 : Int(size.ws_row))
  }

  func attributes() throws(TerminalError) -> termios {
    var attributes = termios()
    guard unsafe tcgetattr(input, &attributes) == 0 else {
      throw .lastCall("read the terminal's settings")
    }
    return attributes
  }

  func set(_ attributes: termios) throws(TerminalError) {
    var attributes = attributes
    while unsafe tcsetattr(input, TCSANOW, &attributes) != 0 {
      guard errno == EINTR else { throw .lastCall("change the terminal's settings") }
    }
  }
}

extension termios {
  /// A mode that delivers every byte as typed, without echo, signals, flow control or translation.
  var raw: termios {
    var raw = self
    raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | IGNCR | INLCR | INPCK | ISTRIP | IXON | PARMRK)
    raw.c_oflag &= ~tcflag_t(OPOST)
    raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN | ISIG)
    raw.c_cflag &= ~tcflag_t(CSIZE | PARENB)
    raw.c_cflag |= tcflag_t(CS8)
    unsafe withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      unsafe characters[Int(VMIN)] = 1
      unsafe characters[Int(VTIME)] = 0
    }
    return raw
  }
}

/// An error of a terminal that cannot be used.
package struct TerminalError: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Code: Sendable, Equatable {
    /// The process has no terminal, or it is too simple (`TERM=dumb`).
    case unusable
    /// Another session is using it.
    case busy
    /// The system refused, with this `errno`.
    case system(Int32)
  }

  package let code: Code
  package let operation: String

  init(_ code: Code, _ operation: String) {
    self.code = code
    self.operation = operation
  }

  /// The system's error for the call that just failed.
  static func lastCall(_ operation: String) -> Self { Self(.system(errno), operation) }

  package var description: String {
    switch code {
    case .unusable: "cannot \(operation): there is no terminal that can do it"
    case .busy: "cannot \(operation): it is already in use"
    case .system(let number):
      "cannot \(operation): \(unsafe String(cString: strerror(number)))"
    }
  }
}
