import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Sorted times.
struct Figures {
  private let milliseconds: [Double]

  init(_ milliseconds: [Double]) { self.milliseconds = milliseconds.sorted() }

  func percentile(_ part: Double) -> Double {
    guard !milliseconds.isEmpty else { return 0 }
    return milliseconds[min(milliseconds.count - 1, Int(Double(milliseconds.count) * part))]
  }

  /// The cells of a Markdown table: count, median, 95th and 99th percentile, maximum.
  var cells: String {
    let figures = [0.5, 0.95, 0.99, 1].map { String(format: "%.2f", percentile($0)) }
    return ([String(milliseconds.count)] + figures).joined(separator: " | ")
  }

  /// This process's processor time in milliseconds, which other processes do not affect.
  static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
  }

  /// This process's peak memory, in MiB.
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
