import CLibrary

/// The reason why a system call failed.
package struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A value of `errno`.
  package let code: Int32

  /// Creates an error from a value of `errno`.
  package init(_ code: Int32) {
    self.code = code
  }

  /// The error of this thread's last call.
  package static var last: Self { Self(errno) }

  /// The system's message, such as `No such file or directory`.
  package var description: String {
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}

extension SystemError {
  /// The reader has closed its end.
  package var isBrokenConnection: Bool { code == EPIPE || code == ECONNRESET }

  /// The path is a symbolic link, which was not followed.
  package var isLinkRefusal: Bool { code == ELOOP }

  /// The file does not exist.
  package var isMissingFile: Bool { code == ENOENT || code == ENOTDIR }

  /// The disk or the user's quota is full.
  package var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }
}
