import Foundation
import GitHubModel
import Locking
import SearchModel
import Testing

/// Requirement 8, for any typist: never more searches than GitHub grants.
@Suite struct TypistTests {
  /// Numbers that are the same in every run.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  /// Minutes of somebody who types, pastes, deletes, pages, retries and presses Enter at random.
  private func times(seed: UInt64, access: SearchAccess, seconds: Int) throws -> [Date] {
    var dice = Dice(state: seed)
    let desk = Desk(budget: SearchBudget(for: access))
    while desk.now < epoch + Double(seconds) {
      try act(on: desk, &dice)
      desk.wait(Int.random(in: 0...400, using: &dice))
      if let index = desk.searches.open.last, Bool.random(using: &dice) {
        desk.answer(try outcome(&dice), at: index)
      }
    }
    return desk.searchTimes.withLock { $0 }
  }

  private func act(on desk: Desk, _ dice: inout Dice) throws {
    let letter = "abcdefgh ".randomElement(using: &dice).map(String.init) ?? ""
    switch Int.random(in: 0..<10, using: &dice) {
    case 0: desk.paste("paste \(Int.random(in: 0..<1_000, using: &dice))")
    case 1: desk.edit(String(desk.state.text.dropLast(3)))
    case 2: desk.act(.submit)
    case 3: desk.act(.refresh)
    case 4: desk.act(.loadMore)
    case 5: desk.act(.retry)
    case 6: desk.act(.cycleSort)
    default: desk.edit(desk.state.text.suffix(20) + letter)
    }
  }

  private func outcome(_ dice: inout Dice) throws -> Result<SearchAnswer, SearchFailure> {
    switch Int.random(in: 0..<8, using: &dice) {
    case 0: .failure(.offline("no route"))
    case 1: .failure(.badAnswer("502"))
    default: .success(answer(try repositories(1...8), total: 500))
    }
  }

  @Test(arguments: [SearchAccess.signedIn, .anonymous], 1...4 as ClosedRange<UInt64>)
  func `no sixty seconds hold more searches than the budget`(
    access: SearchAccess,
    seed: UInt64
  ) throws {
    let limit = SearchBudget(for: access).limit

    let times = try times(seed: seed, access: access, seconds: 200)

    #expect(times.count > limit)
    for (index, time) in times.enumerated().dropFirst(limit) {
      #expect(time.timeIntervalSince(times[index - limit]) >= 60)
    }
  }
}
