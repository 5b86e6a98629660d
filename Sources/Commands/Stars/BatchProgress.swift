import GitHubAPI
import Terminal

/// What a job of many calls shows of itself on a terminal while it runs; nothing elsewhere.
struct BatchProgress {
  private let line: StatusLine?
  private let columns: Int
  private let total: Int
  private let start: Moment
  private let clock: RequestClock

  /// One call is over before anybody reads of it, and a dumb terminal cannot go back in a line.
  init(of total: Int, in context: Context) {
    let isShown = total > 1 && context.environment["TERM"] != "dumb"
    let terminal = isShown ? context.errorTerminal : nil
    line = terminal.map { _ in StatusLine(context.errors) }
    columns = terminal?.columns ?? 0
    self.total = total
    clock = context.clock
    start = clock.now()
  }

  /// The context to write with while the line is there.
  func around(_ context: Context) -> Context {
    guard let line else { return context }
    var context = context
    context.errors = line.around(context.errors)
    if context.terminal != nil { context.output = line.around(context.output) }
    return context
  }

  /// - Parameter next: What is on its way, made safe here.
  func show(_ done: Int, next: String) {
    guard let line else { return }
    let label = [timeLeft(after: done), SafeText(next).description]
      .filter { !$0.isEmpty }.joined(separator: "  ")
    line.show(ProgressBar(done: done, total: total).text(label: label, width: columns))
  }

  func end() {
    line?.show("")
  }

  /// As in `5 min left`, by how long the calls took so far; empty for the last half minute.
  private func timeLeft(after done: Int) -> String {
    let each = done > 0 ? (clock.now() - start) / done : .seconds(1)
    let minutes = (each * (total - done)) / .seconds(60)
    guard minutes >= 0.5, let whole = Int(exactly: minutes.rounded(.up)) else { return "" }
    return "\(whole) min left"
  }
}
