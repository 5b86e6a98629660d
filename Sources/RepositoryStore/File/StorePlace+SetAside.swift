#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension StorePlace {
  /// Renames a damaged file and its journal, and says to what; nil where that failed.
  ///
  /// Only the file that was found damaged goes: another process may have put it aside already, and
  /// begun a new one. The folder is locked for as long as that takes to find out.
  func setAside(_ identity: FileIdentity, at time: Date) -> String? {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX) == 0, FileIdentity(of: path) == identity else { return nil }
    let aside = freeName("\(path).corrupt-\(Self.stamp(time.wholeSeconds ?? 0))")
    // The journal first: left beside a new file, it would be rolled back into that.
    rename("\(path)-journal", "\(aside)-journal")
    return rename(path, aside) == 0 ? aside : nil
  }

  private func freeName(_ name: String) -> String {
    let more = (2...99).lazy.map { "\(name)-\($0)" }
    return FileIdentity(of: name) == nil
      ? name : more.first { FileIdentity(of: $0) == nil } ?? name
  }

  /// Such as `20261121T101329Z`.
  private static func stamp(_ seconds: Int64) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    return digits(Int(parts.tm_year) + 1900, 4) + digits(Int(parts.tm_mon) + 1)
      + digits(Int(parts.tm_mday)) + "T" + digits(Int(parts.tm_hour))
      + digits(Int(parts.tm_min)) + digits(Int(parts.tm_sec)) + "Z"
  }

  private static func digits(_ number: Int, _ count: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
