import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Times, sorted.
struct Figures {
  private let milliseconds: [Double]

  init(_ milliseconds: [Double]) { self.milliseconds = milliseconds.sorted() }

  func percentile(_ part: Double) -> Double {
    guard !milliseconds.isEmpty else { return 0 }
    return milliseconds[min(milliseconds.count - 1, Int(Double(milliseconds.count) * part))]
  }

  /// The cells of a Markdown table: how many, median, 95th, 99th, worst.
  var cells: String {
    let figures = [0.5, 0.95, 0.99, 1].map { String(format: "%.2f", percentile($0)) }
    return ([String(milliseconds.count)] + figures).joined(separator: " | ")
  }

  /// The most memory that this process has had, in MiB.
  static var peakMemory: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss / 1_048_576
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss / 1_024
    #endif
  }
}
