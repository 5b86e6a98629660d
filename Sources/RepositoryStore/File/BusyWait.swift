#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a process waits for another that writes.
///
/// SQLite's own way is to try ever less often, ten times a second in the end. Of eight processes that
/// write without a break, one then has the file nearly always, and the others give up. Short pauses
/// meet the gap between two of its transactions, and uneven ones do not fall into its step.
enum BusyWait {
  /// Pauses, and says whether to try again: for some five seconds in all.
  static func pause(afterTries tries: Int) -> Bool {
    guard let length = milliseconds(afterTries: tries) else { return false }
    usleep(UInt32(length) * 1000)
    return true
  }

  /// From 1 to 7; nil once it has been long enough.
  static func milliseconds(afterTries tries: Int) -> Int? {
    tries < mostTries ? 1 + tries * 3 % 7 : nil
  }

  /// Of four milliseconds each on average.
  private static let mostTries = 1250
}
