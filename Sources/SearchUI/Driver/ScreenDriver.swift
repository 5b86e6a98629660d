import GitHubModel
import Reactive
package import SearchModel
package import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What happens on the screen's thread: events in, actions and frames out.
///
/// ```
/// keys ─▶ ScreenReducer ─▶ query, actions ─▶ SearchViewModel
///              ▲   └─▶ frame ─▶ terminal            │
///              └──────────── Inbox ◀────────────────┘
/// ```
///
/// One thread calls `step`, and between calls it sleeps until an event, a message or a deadline.
package final class ScreenDriver<Device: ScreenTerminal> {
  private let configuration: InteractiveSearch.Configuration
  private let search: SearchViewModel
  private let device: Device
  private let inbox: Inbox
  private var watching: AnyCancellable?

  package private(set) var state: ScreenState
  package private(set) var outcome: Outcome?
  private var view: any ScreenView
  private var pacer = FramePacer()
  private var timers = DriverTimers()
  private var isSuspending = false
  /// What waits until the search has taken in the actions before it.
  private var waiting: [EventLoop.Event] = []
  private var actionCount = 0
  /// One at a time: that of the owner who is looked at.
  private var fetching: Task<Void, Never>?

  package init(
    _ configuration: InteractiveSearch.Configuration,
    search: SearchViewModel,
    device: Device,
    size: ScreenSize
  ) {
    self.configuration = configuration
    self.search = search
    self.device = device
    state = ScreenState(options: configuration.options, size: size, now: configuration.now())
    view = configuration.isAccessible ? AnnouncingView() : FrameView()
    let inbox = Inbox(wake: { device.wake() })
    self.inbox = inbox
    pacer.note()
  }

  /// Takes in what came, and says what to wait for.
  ///
  /// The first call, without events, paints the first frame before anything else is done.
  package func step(_ events: [EventLoop.Event], at now: ContinuousClock.Instant) -> EventLoop.Next
  {
    inbox.open()
    state.now = configuration.now()
    waiting += events
    expireTimers(at: now)
    repeat {
      absorb(at: now)
      takeWaiting(at: now)
      if outcome == nil, pacer.draw(at: now) { view.show(state, on: device) }
      beginOnce(at: now)
    } while !inbox.close()
    return next()
  }

  private func next() -> EventLoop.Next {
    if outcome != nil {
      fetching?.cancel()
      view.end(on: device)
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
    watching = search.states.sink { [inbox] state in inbox.post(state) }
    reduce(.began(with: configuration.initialText), at: now)
  }

  // MARK: Events

  /// Enter after ↓ means the row that ↓ led to, also while another thread keeps the search busy: then
  /// the rest waits for the state that knows of ↓, and whose arrival wakes the loop.
  private func takeWaiting(at now: ContinuousClock.Instant) {
    var taken = 0
    while taken < waiting.count, outcome == nil, !isBehind {
      take(waiting[taken], at: now)
      taken += 1
    }
    waiting.removeFirst(taken)
    let urgent = waiting.filter(isUrgent)
    waiting.removeAll(where: isUrgent)
    for event in urgent where outcome == nil { take(event, at: now) }
  }

  private var isBehind: Bool { state.search.actionCount < actionCount }

  /// What must work however busy the search is.
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
      view.forget()
      reduce(.resized(size), at: now)
    case .lost: outcome = outcome ?? Outcome(.ended)
    }
    absorb(at: now)
  }

  private func absorb(at now: ContinuousClock.Instant) {
    let contents = inbox.take()
    if let search = contents.search { reduce(.search(search), at: now) }
    for failure in contents.opened { reduce(.opened(failure: failure), at: now) }
    for came in contents.pictures {
      reduce(.pictureCame(came.picture, owner: came.owner), at: now)
    }
  }

  private func expireTimers(at now: ContinuousClock.Instant) {
    for event in timers.expire(at: now) { reduce(event, at: now) }
  }

  private func reduce(_ event: ScreenEvent, at now: ContinuousClock.Instant) {
    pacer.note()
    let effects = ScreenReducer.reduce(&state, event, at: now)
    for effect in effects { perform(effect, at: now) }
    timers.update(isLate: state.isLate && !configuration.isAccessible, at: now)
  }

  // MARK: Effects

  private func perform(_ effect: ScreenEffect, at now: ContinuousClock.Instant) {
    switch effect {
    case .query(let input): search.query.send(input)
    case .act(let action):
      actionCount += 1
      search.actions.send(action)
    case .open(let urls): open(urls)
    case .copy(let urls): copy(urls, at: now)
    case .fetchPicture(let owner): fetchPicture(of: owner)
    case .redraw:
      view.forget()
      device.forgetScreen()
    case .suspend: isSuspending = true
    case .notice: timers.showNotice(at: now)
    case .awaitStars: timers.awaitStars(at: now)
    case .leave(let outcome): self.outcome = self.outcome ?? outcome
    }
  }

  private func copy(_ urls: [String], at now: ContinuousClock.Instant) {
    let wasSent = device.copy(urls.joined(separator: "\n"))
    reduce(.copied(count: urls.count, wasSent: wasSent), at: now)
  }

  private func fetchPicture(of owner: Owner) {
    guard let id = owner.id else { return }
    fetching?.cancel()
    fetching = Task { [inbox, fetch = configuration.fetchPicture] in
      let picture = await fetch(owner)
      // What was given up is no answer, and is asked for again when it is looked at again.
      if !Task.isCancelled { inbox.post(Inbox.OwnersPicture(picture: picture, owner: id)) }
    }
  }

  /// One after another, for a browser may start slowly.
  private func open(_ urls: [String]) {
    Task { [inbox, open = configuration.openPage] in
      for url in urls { inbox.postOpened(failure: await open(url)) }
    }
  }
}
