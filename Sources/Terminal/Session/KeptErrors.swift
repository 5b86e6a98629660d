#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Keeps what is written to standard error off the screen, in a file without a name.
struct KeptErrors: ~Copyable, Sendable {
  /// Where standard error went, and the file; -1 both when it is left as it is.
  let original: Int32
  let file: Int32

  /// Nothing is kept when standard error is no terminal, or when there is no room for the file.
  init() {
    let file = isatty(STDERR_FILENO) == 1 ? Self.unnamedFile() : -1
    let original = file < 0 ? -1 : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    if file >= 0, original < 0 { close(file) }
    (self.original, self.file) = original < 0 ? (-1, -1) : (original, file)
  }

  deinit {
    guard file >= 0 else { return }
    close(file)
    close(original)
  }

  private static func unnamedFile() -> Int32 {
    var name = Array("/tmp/terminal-errors-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { return -1 }
    unlink(name)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    _ = fcntl(file, F_SETFL, O_APPEND)
    return file
  }

  func redirect() {
    if file >= 0 { dup2(file, STDERR_FILENO) }
  }
}
