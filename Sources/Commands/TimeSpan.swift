import ArgumentParser
import GitHubModel

extension TimeSpan {
  @Sendable static func reading(_ text: String) throws -> Self {
    guard let span = Self(text) else { throw ValidationError("use 30s, 10m, 1h, 7d, 3mo or 2y") }
    return span
  }

  /// Reads a duration of at least a day.
  @Sendable static func readingDays(_ text: String) throws -> Self {
    guard let span = Self(text), span.seconds > 0 else {
      throw ValidationError("use 90d, 26w, 24mo or 2y")
    }
    guard span.isInDays else {
      throw ValidationError("use days or longer: 90d, 26w, 24mo or 2y (m means minutes)")
    }
    return span
  }
}
