/// How calls behave toward GitHub and toward those who wait for them.
package struct RequestConduct: Sendable {
  package let budget: any RequestBudgetKeeping
  package let clock: RequestClock
  package let waiting: WaitPolicy
  package let retries: RetryPolicy

  package init(
    budget: any RequestBudgetKeeping,
    clock: RequestClock,
    waiting: WaitPolicy,
    retries: RetryPolicy
  ) {
    self.budget = budget
    self.clock = clock
    self.waiting = waiting
    self.retries = retries
  }
}
