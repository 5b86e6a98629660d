import Essentials
import GitHubModel
import Reactive
package import SearchModel
package import Terminal

/// Runs the screen on the terminal's thread: events in, actions and frames out.
///
/// ```
/// keys ─▶ ScreenState.reduce ─▶ actions ─▶ SearchViewModel
///              ▲   └─▶ frames ─▶ throttle ─▶ terminal  │
///              └─────────────── states ◀───────────────┘
/// ```
///
/// One thread calls `step`, and sleeps between calls until an event or a job of the scheduler,
/// which also runs the search: its state is never older than previous keys.
package final class ScreenDriver<Device: ScreenTerminal>: @unchecked Sendable {
  // @unchecked Sendable because only the thread that calls `step` accesses it: results of observed
  // and started work arrive as jobs of the scheduler, which run inside `step`.
  private let configuration: InteractiveSearch
  private let search: SearchViewModel
  private let device: Device
  private let loop: LoopScheduler
  private var watching: [AnyCancellable] = []

  package private(set) var state: ScreenState
  package private(set) var outcome: Outcome?
  /// Reports changes in lines instead of frames; nil on a screen.
  private var announcing: AnnouncingView?
  private var time = ContinuousClock.now
  private var isSuspending = false
  /// The programs waiting for the terminal, with the name of their action.
  private var programs: ([[String]], name: String)?
  /// Whether anything may look different from the last frame.
  private var hasChanged = true
  private let frames = PassthroughSubject<Void, Never>()
  /// The frame of a turning spinner; nil if none is turning.
  private let spins = PassthroughSubject<Int?, Never>()
  private let toasts = PassthroughSubject<Void, Never>()
  private let departures = PassthroughSubject<Void, Never>()
  /// The fetch of an avatar, one at a time.
  private var fetching: Task<Void, Never>?
  /// Clones, and pages to open; canceled when the user quits.
  private var tasks: [Task<Void, Never>] = []

  package init(
    _ configuration: InteractiveSearch,
    search: SearchViewModel,
    loop: LoopScheduler,
    device: Device,
    size: ScreenSize
  ) {
    self.configuration = configuration
    self.search = search
    self.loop = loop
    self.device = device
    state = ScreenState(options: configuration.options, size: size, now: configuration.now())
    announcing = configuration.isAccessible ? AnnouncingView() : nil
    loop.connect { device.wake() }
  }

  /// Handles events, and returns what to wait for.
  ///
  /// The first call, without events, draws the first frame before anything else.
  package func step(_ events: [EventLoop.Event], at now: ContinuousClock.Instant) -> EventLoop.Next
  {
    loop.beginTurn()
    (time, state.now) = (now, configuration.now())
    if watching.isEmpty { begin() }
    for event in events where outcome == nil { take(event) }
    repeat {
      loop.run()
      if hasChanged {
        hasChanged = false
        frames.send(())
      }
    } while !loop.endTurn()
    return next()
  }

  private func next() -> EventLoop.Next {
    if mayLeave {
      watching = []
      fetching?.cancel()
      for task in tasks { task.cancel() }
      announcing?.end(on: device)
      return .leave
    }
    if isSuspending {
      isSuspending = false
      return .suspend
    }
    if let (programs, name) = programs.take() {
      return .lend { [loop, run = configuration.run] in
        var failure: String?
        for words in programs where failure == nil { failure = run(words) }
        loop.schedule { [self, failure] in reduce(.ran(name, failure: failure)) }
      }
    }
    return .wait(until: loop.deadline)
  }

  /// Whether nothing delays the end; a picked search must enter the history first.
  private var mayLeave: Bool {
    guard case .chose = outcome?.ending else { return outcome != nil }
    return search.state.desired.unsavedQueries.isEmpty
  }

  // MARK: Streams

  /// Draws the first frame, and then starts observing the search.
  private func begin() {
    watching = [
      // At most sixty frames per second.
      frames.throttle(for: .nanoseconds(16_666_667), scheduler: loop, latest: true)
        .sink { [weak self] in self?.draw() }
    ]
    frames.send(())
    loop.run()
    watching += [
      search.states.sink { [weak self] in self?.reduce(.search($0)) },
      expire(spins.removeDuplicates(), after: Spinner.interval, .spinnerAdvanced),
      expire(toasts.map(Optional.some), after: .seconds(4), .toastExpired),
      expire(departures.map(Optional.some), after: .seconds(10), .starTimeoutPassed),
    ]
    reduce(.began(with: configuration.start))
  }

  /// Sends an event some time after a value, unless another value or nil arrives first.
  private func expire<Value: Sendable>(
    _ values: some Publisher<Value?, Never>,
    after delay: Duration,
    _ event: ScreenEvent
  ) -> AnyCancellable {
    values.debounce(for: { $0 == nil ? .zero : .duration(delay) }, scheduler: loop)
      .sink { [weak self] in if $0 != nil { self?.reduce(event) } }
  }

  private func draw() {
    state.prepareFrame()
    if announcing == nil {
      device.draw(SearchScreen.frame(state))
    } else {
      announcing?.show(state, on: device)
    }
  }

  // MARK: Events

  private func take(_ event: EventLoop.Event) {
    switch event {
    case .input(let input): reduce(.input(input))
    case .resized(let size): reduce(.resized(size))
    case .resumed(let size):
      announcing?.forget()
      reduce(.resized(size))
    case .lost: outcome = outcome ?? Outcome(.ended)
    }
  }

  private func reduce(_ event: ScreenEvent) {
    guard outcome == nil else { return }
    hasChanged = true
    for effect in state.reduce(event, at: time) { perform(effect) }
    spins.send(state.isLate && !configuration.isAccessible ? state.spinner : nil)
  }

  // MARK: Effects

  private func perform(_ effect: ScreenEffect) {
    switch effect {
    case .act(let action): search.actions.send(action)
    case .open(let urls): open(urls)
    case .copy(let lines, let copied): copy(lines, copied)
    case .fetchPicture(let owner): fetchPicture(of: owner)
    case .redraw:
      announcing?.forget()
      device.forgetScreen()
    case .suspend: isSuspending = true
    case .run(let programs, let name): self.programs = (programs, name)
    case .toast: toasts.send(())
    case .awaitStars: departures.send(())
    case .clone(let repositories): clone(repositories)
    case .leave(var outcome):
      outcome.unfinished += state.cloning.map { UnfinishedWork.clone($0) }
      self.outcome = self.outcome ?? outcome
    }
  }

  /// Runs work concurrently with the screen, which handles its results.
  private func run(
    _ work: @escaping @Sendable (_ report: @Sendable (ScreenEvent) -> Void) async -> Void
  ) -> Task<Void, Never> {
    Task { [weak self, loop] in
      await work { [self] event in loop.schedule { [self] in self?.reduce(event) } }
    }
  }

  private func fetchPicture(of owner: Owner) {
    guard let id = owner.id else { return }
    fetching?.cancel()
    fetching = run { [fetch = configuration.fetchPicture] report in
      let picture = await fetch(owner)
      // A canceled fetch is not a result: the avatar is requested again when next shown.
      if !Task.isCancelled { report(.pictureCame(picture, owner: id)) }
    }
  }

  /// Copies through the terminal if no program can; it may ignore the request.
  private func copy(_ lines: [String], _ copied: CopiedText) {
    let text = lines.joined(separator: "\n")
    tasks.append(
      Task { [weak self, loop, copy = configuration.copy] in
        let isCopied = await copy(text)
        loop.schedule { [self] in
          guard let self else { return }
          let place: ScreenEvent.Clipboard? =
            isCopied ? .desktop : device.copy(text) ? .terminal : nil
          reduce(.copied(lines, copied, to: place))
        }
      }
    )
  }

  /// Clones one at a time, since clones share the network.
  private func clone(_ repositories: [Repository]) {
    tasks.append(
      run { [clone = configuration.clone] report in
        for repository in repositories where !Task.isCancelled {
          let name = repository.name
          let failure = await clone(repository.addressForGit, name.name)
          report(.cloned(CloneResult(name, failure: failure)))
        }
      }
    )
  }

  /// Opens pages one at a time, because a browser may start slowly.
  private func open(_ urls: [String]) {
    tasks.append(
      run { [open = configuration.openPage] report in
        for url in urls where !Task.isCancelled { report(.opened(url, failure: await open(url))) }
      }
    )
  }
}

/// The operations of a ``TerminalSession`` that the driver needs besides its events.
package protocol ScreenTerminal: Sendable {
  func draw(_ frame: Frame)
  func write(_ bytes: [UInt8])
  func copy(_ text: String) -> Bool
  func forgetScreen()
  func wake()
}

extension TerminalSession: ScreenTerminal {}
