import Essentials
import GitHubAPI

/// Reports the progress of an operation over many items.
package struct BatchProgress: Sendable {
  private let total: Int
  private let unit: Progress.Unit
  private let start: Moment
  private let world: World
  private let report: @Sendable (_ done: Int, _ total: Int) -> Void

  /// Creates a report, which is also updated before each call.
  package init(
    of total: Int,
    unit: Progress.Unit = .items,
    in world: World,
    report: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) {
    (self.total, self.unit, self.world, self.report) = (total, unit, world, report)
    start = world.clock.now()
  }

  /// Reports the number of finished items; `item` is the next one as GitHub names it, or empty.
  package func show(_ done: Int, item: String = "") {
    report(done, total)
    world.notify(.progress(progress(done, item)))
  }

  package func end() {
    var last = progress(total, "")
    last.hasEnded = true
    world.notify(.progress(last))
  }

  private func progress(_ done: Int, _ item: String) -> Progress {
    Progress(done: done, total: total, unit: unit, item: item, start: start)
  }
}
