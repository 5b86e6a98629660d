package import Essentials
import GitHubModel
import System

package enum LocalTime {
  /// A time such as `14:05:09`, in the time zone of `TZ` or the system, with the date first unless
  /// it is today.
  package static func clock(_ date: Date, now: Date) -> String {
    guard let then = parts(date), let today = parts(now) else { return "later" }
    return then.date == today.date ? then.clock : "\(then.date) \(then.clock)"
  }

  /// The time rounded up, so that a wait is over at the time shown.
  private static func parts(_ date: Date) -> CalendarTime? {
    Int64(exactly: date.timeIntervalSince1970.rounded(.up)).flatMap(CalendarTime.init(local:))
  }
}

package enum UserLocale {
  /// The first locale variable that is set (POSIX, Environment Variables); nil if none is.
  package static func name(in environment: [String: String]) -> String? {
    ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// Whether its encoding is UTF-8; nil if it names none, as in `en_US`.
  package static func isUTF8(in environment: [String: String]) -> Bool? {
    guard let name = name(in: environment)?.lowercased() else { return nil }
    // Handles `de_DE.ISO-8859-15@euro` as well as macOS's `UTF-8`.
    let parts = name.split(separator: ".", maxSplits: 1)
    let encoding = (parts.last ?? "").prefix { $0 != "@" }.filter { $0.isLetter || $0.isNumber }
    if encoding == "utf8" { return true }
    return parts.count > 1 || ["c", "posix"].contains(name) ? false : nil
  }
}

/// A word in shell syntax.
package enum ShellWord {
  /// The word itself if none of its characters is special to a shell, otherwise in single quotes.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "-_./:@+,".contains(String($0))
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}

/// The advice for a word that is not in a list.
package enum Suggestion {
  /// Advice such as `did you mean stars? Use best-match, stars, forks`.
  package static func advice(_ word: String, among words: [String]) -> String {
    let list = words.joined(separator: ", ")
    return NearestWord.to(word, among: words).map { "did you mean \($0)? Use \(list)" }
      ?? "use \(list)"
  }
}
