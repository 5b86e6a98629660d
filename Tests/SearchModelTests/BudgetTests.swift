import Foundation
import GitHubModel
import SearchModel
import Testing

/// The budget by itself: pure, timed by its arguments.
@Suite struct BudgetTests {
  private func spent(_ count: Int, every seconds: Double = 0.1) -> SearchBudget {
    var budget = SearchBudget(for: .signedIn)
    for index in 0..<count { _ = budget.claim(at: epoch + Double(index) * seconds) }
    return budget
  }

  private func rateLimit(_ remaining: Int, limit: Int = 30, reset: Date) -> BudgetReport {
    .rateLimit(RateLimit(resource: "search", limit: limit, remaining: remaining, reset: reset))
  }

  @Test(arguments: [(SearchAccess.signedIn, 30), (.anonymous, 10)])
  func `grants a minute's worth and not one more`(access: SearchAccess, limit: Int) {
    var budget = SearchBudget(for: access)

    let claims = (0...limit).map { budget.claim(at: epoch + Double($0)) }

    let full = epoch + Double(limit - 1) + 60
    let reading = BudgetReading(
      limit: limit,
      remaining: 0,
      resumesAt: epoch + 60,
      isFullAt: full
    )
    #expect(claims.dropLast().allSatisfy { if case .granted = $0 { true } else { false } })
    #expect(claims.last == .denied(reading))
  }

  @Test func `a minute after a search it is there again`() {
    var budget = spent(30)

    #expect(budget.reading(at: epoch + 59.9).remaining == 0)
    #expect(budget.reading(at: epoch + 60).remaining == 1)
    guard case .granted = budget.claim(at: epoch + 60) else {
      Issue.record("the first search was a minute ago")
      return
    }
    #expect(budget.reading(at: epoch + 63).remaining == 29)
    #expect(budget.reading(at: epoch + 120).isFullAt == nil)
  }

  @Test func `believes GitHub when less is left than it knows of`() {
    var budget = spent(2)

    budget.record(rateLimit(3, reset: epoch + 30), at: epoch + 1)

    #expect(budget.reading(at: epoch + 1).remaining == 3)
    #expect(budget.reading(at: epoch + 30).remaining == 28)
  }

  @Test func `counts on when an answer of before says more`() {
    var budget = spent(2)
    budget.record(rateLimit(3, reset: epoch + 30), at: epoch + 1)
    for _ in 0..<3 { _ = budget.claim(at: epoch + 2) }

    budget.record(rateLimit(2, reset: epoch + 30), at: epoch + 3)

    #expect(budget.reading(at: epoch + 3).remaining == 0)
    #expect(budget.reading(at: epoch + 3).resumesAt == epoch + 30)
  }

  @Test func `takes over another limit`() {
    var budget = spent(1)

    budget.record(rateLimit(9, limit: 10, reset: epoch + 60), at: epoch + 1)

    #expect(budget.reading(at: epoch + 1).limit == 10)
    #expect(budget.reading(at: epoch + 1).remaining == 9)
  }

  @Test(arguments: [-3_600, -1, 0, 3_600, 2_000_000_000] as [Double])
  func `a reset that cannot be is a minute away`(seconds: Double) {
    var budget = spent(1)

    budget.record(rateLimit(0, reset: epoch + seconds), at: epoch)

    #expect(budget.reading(at: epoch).resumesAt == epoch + 60)
  }

  @Test func `waits as long as a refusal says, and twice as long each time it says nothing`() {
    var budget = spent(1)

    budget.record(.refused(until: epoch + 90), at: epoch)
    #expect(budget.reading(at: epoch).resumesAt == epoch + 90)

    budget = spent(1)
    budget.record(.refused(until: nil), at: epoch)
    #expect(budget.reading(at: epoch).resumesAt == epoch + 60)
    budget.record(.refused(until: nil), at: epoch + 60)
    #expect(budget.reading(at: epoch + 60).resumesAt == epoch + 180)
    budget.record(.silent, at: epoch + 180)
    budget.record(.refused(until: nil), at: epoch + 180)
    #expect(budget.reading(at: epoch + 180).resumesAt == epoch + 240)
  }

  @Test func `a clock that is set back makes nobody wait longer than a minute`() throws {
    let budget = spent(30)

    let reading = budget.reading(at: epoch - 7_200)

    #expect(try #require(reading.resumesAt) <= epoch - 7_200 + 60)
  }

  @Test func `claims that meet get no search twice`() async {
    let budget = LocalRequestBudget { epoch }

    let granted = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<100 {
        group.addTask {
          if case .granted = await budget.claim(for: .signedIn) { true } else { false }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }

    #expect(granted == 30)
  }
}
