import Foundation
import GitHubModel
import SearchModel
import TestSupport
import Testing

/// Whatever is pressed and whatever fails, in the end GitHub, the local copy and the screen agree.
///
/// Runs 1,000 sequences per seed in `make test`, and 10,000 at night.
@Suite struct StarPropertyTests {
  private static let sequences = Rounds.count(1000, of: 10_000)

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `GitHub, the copy and the screen agree on the user's last change`(seed: UInt64) throws {
    var dice = Dice(state: seed)
    let start = try Session.start()
    for number in 1...Self.sequences {
      let before = dice
      var session = start
      session.run(&dice)
      if session.mistakes.isEmpty { continue }
      // Repeats the sequence with a log.
      (session, dice) = (start, before)
      session.log = []
      session.run(&dice)
      let mistakes = session.mistakes
      Issue.record("sequence \(number): \(mistakes) after \(session.log ?? [])")
      return
    }
  }
}

/// A user, the reducer, and a GitHub that may carry out a request without responding.
private struct Session {
  private static let ids: [Repository.ID] = [1, 2, 3]

  private var reducer = SearchReducer()
  private var now = epoch
  /// The end of the pause after the last write.
  private var restedAt: Date?

  /// GitHub, and the copy of its stars on this machine.
  private var server: Set<Repository.ID> = []
  private var copy: Set<Repository.ID> = []
  /// Changes on GitHub that are missing from the copy.
  private var uncertain: Set<Repository.ID> = []
  private var isOnline = true
  private var call: StarWrite?
  private var canceled: StarWrite?
  private var lastEnd: Date?
  /// A request to GitHub, and the state at that time.
  private var reads: [(ids: [Repository.ID], server: Set<Repository.ID>)] = []
  private var asked: Asked<[Repository]>?

  /// The states that the user has chosen so far.
  private var wanted: [Repository.ID: Bool] = [:]
  private var changes: [(isStarred: Bool, ids: [Repository.ID], isKnown: Bool)] = []

  private var rows: [Repository] = []
  /// A log of events; nil if unused, which is much faster.
  var log: [String]?
  private(set) var mistakes: [String] = []

  /// A search with three rows, whose star states were requested.
  static func start() throws -> Self {
    var session = Self()
    var nothing = Dice(state: 0)
    session.rows = try repositories(Self.ids)
    session.receive(.action(.edit("swift", .whole)), &nothing)
    session.answerSearch(&nothing)
    return session
  }

  // MARK: What happens

  mutating func run(_ dice: inout Dice) {
    for _ in 0..<Int.random(in: 4...16, using: &dice) { step(&dice) }
    leave(&dice)
  }

  private mutating func step(_ dice: inout Dice) {
    switch Int.random(in: 0..<20, using: &dice) {
    case 0..<6: press(&dice)
    case 6..<9: undo(&dice)
    case 9..<13: answer(&dice)
    case 13: receive(.action(.retry), &dice, "retry")
    case 14: isOnline.toggle()
    case 15: answerRead(&dice)
    case 16: answerLate(&dice)
    case 17:
      receive(.action(.refresh), &dice, "search")
      answerSearch(&dice)
    default: pass(.random(in: 0...1.5, using: &dice), &dice)
    }
    check()
  }

  /// The user quits: pending changes are awaited, with or without a network.
  private mutating func leave(_ dice: inout Dice) {
    log?.append("leave")
    isOnline = Bool.random(using: &dice)
    for _ in 0..<100 where !reducer.state.pendingWrites.isEmpty {
      pass(1, &dice)
      answer(&dice)
    }
    if !reducer.state.pendingWrites.isEmpty { mistakes.append("leaving never ends") }
    for id in Self.ids { checkEnd(of: id) }
  }

  private mutating func press(_ dice: inout Dice) {
    let isStarred = Bool.random(using: &dice)
    let ids = Self.ids.shuffled(using: &dice).prefix(.random(in: 1...3, using: &dice))
    let shown = ids.map { ($0, reducer.state.stars[$0]) }
    let changed = shown.filter { !$1.isPending && $1 != .known(isStarred) }
    if !changed.isEmpty {
      let isKnown = changed.allSatisfy { $1.isStarred == !isStarred }
      changes.append((isStarred, changed.map(\.0), isKnown))
      for (id, _) in changed { wanted[id] = isStarred }
    }
    receive(
      .action(
        .setStar(
          isStarred,
          ids.compactMap { id in reducer.state.rows.first { $0.id == id }?.repository }
        )
      ),
      &dice,
      "\(isStarred ? "star" : "unstar") \(ids)"
    )
  }

  private mutating func undo(_ dice: inout Dice) {
    if let change = changes.popLast(), change.isKnown {
      for id in change.ids { wanted[id] = !change.isStarred }
    }
    receive(.action(.undo), &dice, "undo")
  }

  private mutating func pass(_ seconds: Double, _ dice: inout Dice) {
    now += seconds
    log?.append("wait \(seconds)")
    if let time = restedAt, time <= now {
      restedAt = nil
      receive(.starsRested, &dice)
    }
  }

  // MARK: GitHub

  private mutating func apply(_ write: StarWrite) {
    let id = write.repository.id
    if write.isStarred { server.insert(id) } else { server.remove(id) }
  }

  /// GitHub answers the call in progress, or does not.
  private mutating func answer(_ dice: inout Dice) {
    guard let write = call else { return }
    let failure = isOnline ? failure(&dice) : SearchFailure(.unreachable, "no route")
    switch failure?.kind {
    case nil:
      apply(write)
      if write.isStarred {
        copy.insert(write.repository.id)
      } else {
        copy.remove(write.repository.id)
      }
      uncertain.remove(write.repository.id)
    case .unreachable, .badResponse: applyPerhaps(write, &dice)
    default: break
    }
    (call, lastEnd) = (nil, now)
    receive(.written(.star(write), failure), &dice, failure.map { "\($0)" } ?? "done")
  }

  private func failure(_ dice: inout Dice) -> SearchFailure? {
    switch Int.random(in: 0..<12, using: &dice) {
    case 0: SearchFailure(.unreachable, "connection lost")
    case 1: SearchFailure(.badResponse, "502")
    case 2: SearchFailure(.rateLimited)
    case 3: SearchFailure(.notFound)
    case 4: SearchFailure(.forbidden, "policy")
    case 5: SearchFailure(.tokenRejected)
    default: nil
    }
  }

  private mutating func applyPerhaps(_ write: StarWrite, _ dice: inout Dice) {
    guard Bool.random(using: &dice) else { return }
    apply(write)
    uncertain.insert(write.repository.id)
  }

  /// Answers a call that was canceled just as it arrived.
  private mutating func answerLate(_ dice: inout Dice) {
    guard let write = canceled, write != call else { return }
    canceled = nil
    let failure: SearchFailure? = Bool.random(using: &dice) ? nil : SearchFailure(.canceled)
    receive(.written(.star(write), failure), &dice, "late answer")
  }

  private mutating func answerRead(_ dice: inout Dice) {
    guard !reads.isEmpty else { return }
    let (ids, before) = reads.removeFirst()
    let said = Bool.random(using: &dice) ? before : server
    let stars = Dictionary(uniqueKeysWithValues: ids.map { ($0, said.contains($0)) })
    receive(
      .starsRead(ids, isOnline ? .success(stars) : .failure(SearchFailure(.unreachable, ""))),
      &dice,
      "read"
    )
  }

  /// Delivers the rows, after which unknown star states are requested.
  private mutating func answerSearch(_ dice: inout Dice) {
    guard let search = reducer.state.desired.search else { return }
    receive(.began(search), &dice)
    receive(.responded(search.request, .success(page(rows)), plenty), &dice)
  }

  private mutating func receive(
    _ event: SearchEvent,
    _ dice: inout Dice,
    _ name: @autoclosure () -> String? = nil
  ) {
    if log != nil, let name = name() { log?.append(name) }
    let wasResting = reducer.state.stars.pause != nil
    reducer.reduce(event, at: now)
    let state = reducer.state
    if !wasResting, let pause = state.stars.pause {
      restedAt = now + Double(pause.components.seconds)
    }
    if state.desired.stars != asked {
      asked = state.desired.stars
      if let repositories = asked?.value { reads.append((repositories.map(\.id), server)) }
    }
    follow(state.stars.turn, &dice)
  }

  /// Starts the desired call, and cancels any other.
  private mutating func follow(_ turn: StarWrite?, _ dice: inout Dice) {
    guard turn != call else { return }
    if let call {
      applyPerhaps(call, &dice)
      (canceled, lastEnd) = (call, now)
    }
    call = turn
    guard turn != nil, let lastEnd else { return }
    if now.timeIntervalSince(lastEnd) < 0.999 { mistakes.append("too early") }
  }

  // MARK: What must hold

  /// Checks that pending and failed states are the user's.
  private mutating func check() {
    for id in Self.ids {
      switch reducer.state.stars[id] {
      case .pending(let isStarred), .failed(let isStarred):
        if wanted[id] != isStarred { mistakes.append("\(id) is not what is wanted") }
      case .known, .unknown: break
      }
    }
  }

  /// Checks that the final state is both true and the user's.
  private mutating func checkEnd(of id: Repository.ID) {
    switch reducer.state.stars[id] {
    case .pending: break
    case .failed(let isStarred):
      if wanted[id] != isStarred { mistakes.append("\(id): another change has failed") }
    case .unknown:
      if wanted[id] != nil { mistakes.append("\(id): a change is forgotten") }
    case .known(let isStarred):
      if server.contains(id) != isStarred { mistakes.append("\(id): GitHub disagrees") }
      if let wanted = wanted[id], wanted != isStarred { mistakes.append("\(id): not as wanted") }
      if !uncertain.contains(id), copy.contains(id) != isStarred {
        mistakes.append("\(id): the copy disagrees")
      }
    }
  }
}
