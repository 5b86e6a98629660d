#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Date {
  /// As the store keeps it: whole seconds since 1970; nil for what no calendar has.
  ///
  /// Rounded down: nothing is kept in the future, where whoever asks for what is young would not
  /// believe it.
  var wholeSeconds: Int64? { Int64(exactly: timeIntervalSince1970.rounded(.down)) }

  init(wholeSeconds: Int64) { self.init(timeIntervalSince1970: Double(wholeSeconds)) }

  var storable: Date? { wholeSeconds.map(Date.init(wholeSeconds:)) }
}
