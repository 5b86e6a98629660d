import Essentials
import GitHubModel
import System
import Terminal

enum LocalTime {
  /// As in `14:05:09`, in the time zone of `TZ` or the system; with the date before it unless that is
  /// today.
  static func clock(_ date: Date, now: Date) -> String {
    guard let then = parts(date), let today = parts(now) else { return "later" }
    return then.date == today.date ? then.clock : "\(then.date) \(then.clock)"
  }

  /// Rounded up, so that a wait is over at the time shown.
  private static func parts(_ date: Date) -> CalendarTime? {
    Int64(exactly: date.timeIntervalSince1970.rounded(.up)).flatMap(CalendarTime.init(local:))
  }
}

enum UserLocale {
  /// The first variable that is set (POSIX, Environment Variables); nil if none is.
  static func name(in environment: [String: String]) -> String? {
    ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// Whether its encoding is UTF-8; nil if it names none, as `en_US` does.
  static func isUTF8(in environment: [String: String]) -> Bool? {
    guard let name = name(in: environment)?.lowercased() else { return nil }
    // As in `de_DE.ISO-8859-15@euro`, and the `UTF-8` of macOS.
    let parts = name.split(separator: ".", maxSplits: 1)
    let encoding = (parts.last ?? "").prefix { $0 != "@" }.filter { $0.isLetter || $0.isNumber }
    if encoding == "utf8" { return true }
    return parts.count > 1 || ["c", "posix"].contains(name) ? false : nil
  }
}

enum Counted {
  /// As in `1 star`, `1,234 stars` and `2 repositories`.
  static func text(_ count: Int, _ noun: String) -> String {
    if count == 1 { return "1 \(noun)" }
    let plural = noun.hasSuffix("y") ? noun.dropLast() + "ies" : noun + "s"
    return "\(CompactNumber.grouped(count)) \(plural)"
  }
}

extension Timestamp {
  /// ISO 8601 in UTC, as in `2026-07-14T19:25:58Z`, which is how GitHub writes dates.
  ///
  /// Foundation formats only years out of range, since it would load its time zones first.
  static func text(_ date: Date) -> String {
    Int(exactly: date.timeIntervalSince1970.rounded(.down)).flatMap { text($0) }
      ?? date.formatted(.iso8601)
  }
}
/// A word as a shell reads it.
enum ShellWord {
  /// The word itself if none of its characters is special to a shell, else in single quotes.
  static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "-_./:@+,".contains(String($0))
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}

/// The advice for a word that is not one of a list.
enum Suggestion {
  /// As in `did you mean stars? Use best-match, stars, forks`.
  static func advice(_ word: String, among words: [String]) -> String {
    let list = words.joined(separator: ", ")
    return NearestWord.to(word, among: words).map { "did you mean \($0)? Use \(list)" }
      ?? "use \(list)"
  }
}
