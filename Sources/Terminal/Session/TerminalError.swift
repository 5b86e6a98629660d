#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// Why a terminal could not be taken.
package struct TerminalError: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Code: Sendable, Equatable {
    /// The process has none, or it is too simple (`TERM=dumb`).
    case unusable
    /// Another session has it.
    case busy
    /// The system refused, for the reason in this `errno`.
    case system(Int32)
  }

  package let code: Code
  package let attempted: String

  init(_ code: Code, _ attempted: String) {
    self.code = code
    self.attempted = attempted
  }

  /// With the reason that the system gave for the call that has just failed.
  static func lastCall(_ attempted: String) -> Self { Self(.system(errno), attempted) }

  package var description: String {
    switch code {
    case .unusable: "cannot \(attempted): there is no terminal that can do it"
    case .busy: "cannot \(attempted): it is taken already"
    case .system(let number): "cannot \(attempted): \(String(cString: strerror(number)))"
    }
  }
}
