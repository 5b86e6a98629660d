import Essentials
import GitHubModel
import Reactive
package import SearchModel
package import Terminal

/// Runs the screen on the terminal's thread: events in, actions and frames out.
///
/// ```
/// keys ─▶ ScreenReducer ─▶ actions ─▶ SearchViewModel
///              ▲   └─▶ frame ─▶ terminal     │
///              └──────── Mailbox ◀───────────┘
/// ```
///
/// One thread calls `step`, and between calls it sleeps until an event, a message or a deadline.
package final class ScreenDriver<Device: ScreenTerminal> {
  private let configuration: InteractiveSearch
  private let search: SearchViewModel
  private let device: Device
  private let mailbox: Mailbox<DriverMail>
  private var watching: AnyCancellable?

  package private(set) var state: ScreenState
  package private(set) var outcome: Outcome?
  /// Reports changes by lines instead of frames; nil on a screen.
  private var announcing: AnnouncingView?
  private var pacer = FramePacer()
  private var timers = DriverTimers()
  private var isSuspending = false
  /// Events that wait until the search has taken in the actions before them.
  private var waiting: [EventLoop.Event] = []
  private var sentActions = 0
  private var lastActionIsEdit = false
  /// The fetch of a picture, one at a time.
  private var fetching: Task<Void, Never>?
  /// Clones, and pages to open; canceled when the user leaves.
  private var tasks: [Task<Void, Never>] = []

  package init(
    _ configuration: InteractiveSearch,
    search: SearchViewModel,
    device: Device,
    size: ScreenSize
  ) {
    self.configuration = configuration
    self.search = search
    self.device = device
    state = ScreenState(options: configuration.options, size: size, now: configuration.now())
    announcing = configuration.isAccessible ? AnnouncingView() : nil
    mailbox = Mailbox(wake: { device.wake() })
    pacer.requestFrame()
  }

  /// Takes in events, and returns what to wait for.
  ///
  /// The first call, without events, paints the first frame before anything else is done.
  package func step(_ events: [EventLoop.Event], at now: ContinuousClock.Instant) -> EventLoop.Next
  {
    mailbox.open()
    state.now = configuration.now()
    waiting += events
    expireTimers(at: now)
    repeat {
      absorb(at: now)
      takeWaiting(at: now)
      if outcome == nil, pacer.draw(at: now) { draw() }
      beginOnce(at: now)
    } while !mailbox.close()
    return next()
  }

  private func draw() {
    if announcing == nil {
      device.draw(SearchScreen.frame(state))
    } else {
      announcing?.show(state, on: device)
    }
  }

  private func next() -> EventLoop.Next {
    if outcome != nil {
      fetching?.cancel()
      for task in tasks { task.cancel() }
      announcing?.end(on: device)
      return .leave
    }
    if isSuspending {
      isSuspending = false
      return .suspend
    }
    return .wait(until: [pacer.deadline, timers.next].compactMap(\.self).min())
  }

  /// Begins to watch the search, once the first frame is painted.
  private func beginOnce(at now: ContinuousClock.Instant) {
    guard watching == nil else { return }
    watching = search.states.sink { [mailbox] state in mailbox.post { $0.search = state } }
    reduce(.began(with: configuration.start), at: now)
  }

  // MARK: Events

  /// Enter after ↓ means the row that ↓ led to, even while another thread keeps the search busy: the
  /// remaining events wait for the state that includes ↓, whose arrival wakes the loop.
  private func takeWaiting(at now: ContinuousClock.Instant) {
    var taken = 0
    while taken < waiting.count, outcome == nil, !mustWait(waiting[taken]) {
      take(waiting[taken], at: now)
      taken += 1
    }
    waiting.removeFirst(taken)
    let urgent = waiting.filter(isUrgent)
    waiting.removeAll(where: isUrgent)
    for event in urgent where outcome == nil { take(event, at: now) }
  }

  /// Whether the state of the search is too old for an event, since it lacks actions that were sent.
  ///
  /// A letter after another letter does not wait: it is shown however busy the search is, which is why the
  /// screen has a text of its own.
  private func mustWait(_ event: EventLoop.Event) -> Bool {
    state.search.actionCount < sentActions && !(lastActionIsEdit && isTyping(event))
  }

  private func isTyping(_ event: EventLoop.Event) -> Bool {
    switch event {
    case .input(.key(let key)):
      state.options.keymap.command(for: key)?.isEdit ?? true
    case .input(.paste): true
    case .input, .resized, .resumed, .lost: false
    }
  }

  /// Events that are handled however busy the search is.
  private func isUrgent(_ event: EventLoop.Event) -> Bool {
    switch event {
    case .input(.key(let key)): state.options.keymap.command(for: key) == .quit
    case .input: false
    case .resized, .resumed, .lost: true
    }
  }

  private func take(_ event: EventLoop.Event, at now: ContinuousClock.Instant) {
    switch event {
    case .input(let input): reduce(.input(input), at: now)
    case .resized(let size): reduce(.resized(size), at: now)
    case .resumed(let size):
      announcing?.forget()
      reduce(.resized(size), at: now)
    case .lost: outcome = outcome ?? Outcome(.ended)
    }
    absorb(at: now)
  }

  private func absorb(at now: ContinuousClock.Instant) {
    let mail = mailbox.take()
    if let search = mail.search { reduce(.search(search), at: now) }
    for event in mail.events { reduce(event, at: now) }
  }

  private func expireTimers(at now: ContinuousClock.Instant) {
    for event in timers.expire(at: now) { reduce(event, at: now) }
  }

  private func reduce(_ event: ScreenEvent, at now: ContinuousClock.Instant) {
    pacer.requestFrame()
    let effects = state.reduce(event, at: now)
    for effect in effects { perform(effect, at: now) }
    timers.update(isLate: state.isLate && !configuration.isAccessible, at: now)
  }

  // MARK: Effects

  private func perform(_ effect: ScreenEffect, at now: ContinuousClock.Instant) {
    switch effect {
    case .act(let action):
      sentActions += 1
      lastActionIsEdit = action.isEdit
      search.actions.send(action)
    case .open(let urls): open(urls)
    case .copy(let urls): copy(urls, at: now)
    case .fetchPicture(let owner): fetchPicture(of: owner)
    case .redraw:
      announcing?.forget()
      device.forgetScreen()
    case .suspend: isSuspending = true
    case .toast: timers.showToast(at: now)
    case .awaitStars: timers.awaitStars(at: now)
    case .clone(let repositories): clone(repositories)
    case .leave(var outcome):
      outcome.canceledClones = state.cloning
      self.outcome = self.outcome ?? outcome
    }
  }

  private func copy(_ urls: [String], at now: ContinuousClock.Instant) {
    let wasSent = device.copy(urls.joined(separator: "\n"))
    reduce(.copied(count: urls.count, wasSent: wasSent), at: now)
  }

  private func fetchPicture(of owner: Owner) {
    guard let id = owner.id else { return }
    fetching?.cancel()
    fetching = Task { [mailbox, fetch = configuration.fetchPicture] in
      let picture = await fetch(owner)
      // A canceled fetch is not a result: the picture is requested again when it is shown again.
      if Task.isCancelled { return }
      mailbox.post { $0.events.append(.pictureCame(picture, owner: id)) }
    }
  }

  /// One after another: they share the network.
  private func clone(_ repositories: [Repository]) {
    tasks.append(
      Task { [mailbox, clone = configuration.clone] in
        var results: [CloneResult] = []
        for repository in repositories where !Task.isCancelled {
          let name = repository.name
          let failure = await clone(repository.addressForGit, name.name)
          results.append(CloneResult(name, failure: failure))
        }
        mailbox.post { [results] in $0.events.append(.cloned(results)) }
      }
    )
  }

  /// One after another, because a browser may start slowly.
  private func open(_ urls: [String]) {
    tasks.append(
      Task { [mailbox, open = configuration.openPage] in
        for url in urls where !Task.isCancelled {
          let failure = await open(url)
          mailbox.post { $0.events.append(.opened(url, failure: failure)) }
        }
      }
    )
  }
}

extension SearchAction {
  fileprivate var isEdit: Bool {
    if case .edit = self { true } else { false }
  }
}

extension KeyCommand {
  fileprivate var isEdit: Bool {
    if case .edit = action { true } else { false }
  }
}

/// Messages for the driver; only the newest state of the search is stored.
private struct DriverMail: MailboxContents {
  var search: SearchState?
  /// Results of the operations that the driver started.
  var events: [ScreenEvent] = []

  var isEmpty: Bool { search == nil && events.isEmpty }
}

/// The times of the spinner and of time limits; nil while none is due.
private struct DriverTimers: Sendable {
  /// The longest time that a toast is shown.
  static let toastDuration = Duration.seconds(4)
  /// How long leaving waits for the acknowledgment of changes.
  static let starTimeout = Duration.seconds(10)

  private var spin: ContinuousClock.Instant?
  private var toast: ContinuousClock.Instant?
  private var stars: ContinuousClock.Instant?

  /// When something is due; nil while nothing is.
  var next: ContinuousClock.Instant? { [spin, toast, stars].compactMap(\.self).min() }

  /// Starts or stops the spinner.
  mutating func update(isLate: Bool, at now: ContinuousClock.Instant) {
    spin = isLate ? spin ?? now + Spinner.interval : nil
  }

  mutating func showToast(at now: ContinuousClock.Instant) {
    toast = now + Self.toastDuration
  }

  mutating func awaitStars(at now: ContinuousClock.Instant) {
    stars = now + Self.starTimeout
  }

  /// The events that are due now.
  mutating func expire(at now: ContinuousClock.Instant) -> [ScreenEvent] {
    func isDue(_ time: inout ContinuousClock.Instant?) -> Bool {
      guard let due = time, due <= now else { return false }
      time = nil
      return true
    }
    return [
      isDue(&spin) ? .spinnerAdvanced : nil, isDue(&toast) ? .toastExpired : nil,
      isDue(&stars) ? .starTimeoutPassed : nil,
    ]
    .compactMap(\.self)
  }
}

/// When frames are drawn: at most sixty a second, and one more after a pause.
///
/// That one shows what the local store finds a few milliseconds after a key.
private struct FramePacer: Sendable {
  static let interval = Duration.nanoseconds(16_666_667)

  private var isDue = false
  /// When the time of the drawn frames is up, a sixtieth of a second each.
  private var paidUntil: ContinuousClock.Instant?

  /// Something may look different now.
  mutating func requestFrame() {
    isDue = true
  }

  /// Whether to draw now; if so, it counts as drawn.
  mutating func draw(at now: ContinuousClock.Instant) -> Bool {
    guard let time = deadline, time <= now || paidUntil == nil else { return false }
    isDue = false
    paidUntil = max(paidUntil ?? now, now) + Self.interval
    return true
  }

  /// When to draw; nil while nothing has changed.
  var deadline: ContinuousClock.Instant? {
    guard isDue else { return nil }
    return paidUntil.map { $0 - Self.interval } ?? .now
  }
}

/// The operations of a terminal that the driver needs besides its events.
package protocol ScreenTerminal: Sendable {
  /// Shows a frame: writes its differences from the previous one, in one write.
  func draw(_ frame: Frame)
  /// Writes bytes that are not a frame.
  func write(_ bytes: [UInt8])
  /// Sends text to the terminal's clipboard; false when that is not possible.
  func copy(_ text: String) -> Bool
  /// Makes the next frame be written in full.
  func forgetScreen()
  /// Makes the event loop deliver a batch soon, from any thread.
  func wake()
}

extension TerminalSession: ScreenTerminal {}
