#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The terminal behind a file descriptor.
enum TerminalDevice {
  /// Nil when it is none; 80 × 24 when the terminal does not say, or says 0.
  static func size(of descriptor: Int32) -> TerminalSize? {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    return TerminalSize(
      columns: size.ws_col == 0 ? 80 : Int(size.ws_col),
      rows: size.ws_row == 0 ? 24 : Int(size.ws_row)
    )
  }
}
