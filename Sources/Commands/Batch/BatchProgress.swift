import GitHubAPI
import Terminal

/// The progress of many calls, shown on a terminal while they run.
struct BatchProgress {
  private let line: StatusLine?
  private let columns: Int
  private let total: Int
  private let start: Moment
  private let clock: RequestClock
  private let report: @Sendable (_ done: Int, _ total: Int) -> Void

  /// Shows nothing for a single call, which ends quickly; `report` is called in any case.
  init(
    of total: Int,
    in session: Session,
    report: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) {
    self.report = report
    let context = session.context
    line = total > 1 ? session.statusLine : nil
    columns = context.errorTerminal?.columns ?? 0
    self.total = total
    clock = context.clock
    start = clock.now()
  }

  /// `next` is what the current call is for; it is made safe here.
  ///
  /// `count` is shown in place of the numbers.
  func show(_ done: Int, next: String, count: String? = nil) {
    report(done, total)
    guard let line else { return }
    let bar = ProgressBar(done: done, total: total)
    let labels = [timeLeft(after: done), SafeText(next).description]
      .filter { !$0.isEmpty }
    guard line.isJSON else {
      let label = labels.joined(separator: "  ")
      return line.show(bar.text(label: label, width: columns, count: count))
    }
    // What is soon over needs no words.
    guard clock.now() - start > .seconds(1) else { return }
    let text = ([count].compactMap(\.self) + labels).joined(separator: "; ")
    line.show(text, done: bar.done, of: bar.total)
  }

  func end() {
    line?.show("")
  }

  /// As in `5 min left`, estimated from the calls so far; empty for the last half minute.
  private func timeLeft(after done: Int) -> String {
    let each = done > 0 ? (clock.now() - start) / done : .seconds(1)
    let minutes = (each * (total - done)) / .seconds(60)
    guard minutes >= 0.5, let whole = Int(exactly: minutes.rounded(.up)) else { return "" }
    return "\(whole) min left"
  }
}
