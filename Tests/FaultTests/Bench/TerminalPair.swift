import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A new terminal: our end, and the path of the program's end.
struct TerminalPair {
  let descriptor: Int32
  let path: String

  init(columns: UInt16, rows: UInt16) throws {
    #if canImport(Glibc)
      // Swift does not see `posix_openpt` and related functions here, so this does the same.
      descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var unlock: Int32 = 0
      var number: Int32 = 0
      guard descriptor >= 0, ioctl(descriptor, Self.setLock, &unlock) == 0,
        ioctl(descriptor, Self.getNumber, &number) == 0
      else { throw POSIXError(.ENODEV) }
      path = "/dev/pts/\(number)"
    #else
      descriptor = posix_openpt(O_RDWR | O_NOCTTY)
      guard descriptor >= 0, grantpt(descriptor) == 0, unlockpt(descriptor) == 0,
        let name = ptsname(descriptor)
      else { throw POSIXError(.ENODEV) }
      path = String(cString: name)
    #endif
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0 else { throw POSIXError(.ENOTTY) }
  }

  /// TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)).
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430
}
