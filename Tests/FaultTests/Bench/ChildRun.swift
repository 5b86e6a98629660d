import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One run of a program, on its own thread.
final class ChildRun {
  private let command: ChildCommand
  private let subject: Subject
  private let plumbing: Plumbing
  private var outcome = ChildOutcome()
  private var reactions: [ChildCommand.Reaction]
  private var control: [UInt8] = []
  private var hasEnded = false
  private var pid: pid_t?

  private init(_ command: ChildCommand, _ subject: Subject) throws {
    self.command = command
    self.subject = subject
    reactions = command.reactions
    plumbing = try Plumbing(command)
  }

  /// Runs the program to its end.
  static func run(_ command: ChildCommand, as subject: Subject) async throws -> ChildOutcome {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        let result = Result { try ChildRun(command, subject).run() }
        subject.end()
        continuation.resume(with: result)
      }
    }
  }

  private func run() throws -> ChildOutcome {
    let start = ContinuousClock.now
    let launcher = try plumbing.spawn()
    let deadline = start + .seconds(command.timeout)
    while !hasEnded {
      if !outcome.timedOut, ContinuousClock.now >= deadline { giveUp() }
      turn(until: outcome.timedOut ? nil : deadline)
    }
    outcome.seconds = Double((ContinuousClock.now - start) / .milliseconds(1)) / 1000
    outcome.output += plumbing.drain(plumbing.output)
    outcome.errors += plumbing.drain(plumbing.errors)
    var status: Int32 = 0
    waitpid(launcher, &status, 0)
    return outcome
  }

  private func giveUp() {
    outcome.timedOut = true
    if let pid { kill(pid, SIGKILL) } else { hasEnded = true }
  }

  /// Waits for the next event and handles it.
  private func turn(until deadline: ContinuousClock.Instant?) {
    let left = deadline.map { max(0, ($0 - .now) / .milliseconds(1)) } ?? 1000
    var requests = [plumbing.control, watchedOutput, plumbing.errors].map {
      pollfd(fd: $0 ?? -1, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&requests, 3, Int32(left) + 1) > 0 else { return }
    if requests[1].revents != 0 { takeOutput() }
    if requests[2].revents != 0 { takeErrors() }
    if requests[0].revents != 0 { takeControl() }
  }

  /// An unread output is still watched while a reaction waits for its first byte.
  private var watchedOutput: Int32? {
    command.output == .pipeUnread && reactions.isEmpty ? nil : plumbing.output
  }

  private func takeOutput() {
    react { if case .signalOnOutput(let number) = $0 { number } else { nil } }
    guard command.output != .pipeUnread else { return }
    let count = command.output == .pipeSlow ? 256 : 65_536
    guard let bytes = plumbing.read(plumbing.output, count) else { return plumbing.closeOutput() }
    outcome.output += bytes
    if command.output == .pipeSlow { _ = poll(nil, 0, 2) }
    if case .pipeCut(let most) = command.output, outcome.output.count >= most {
      plumbing.closeOutput()
    }
  }

  private func takeErrors() {
    guard let bytes = plumbing.read(plumbing.errors, 65_536) else { return plumbing.closeErrors() }
    outcome.errors += bytes
    let text = String(decoding: outcome.errors, as: UTF8.self)
    react {
      if case .signalOnErrors(let part, let number) = $0, text.contains(part) {
        number
      } else {
        nil
      }
    }
  }

  /// Sends the signals of the reactions that are due, each once.
  private func react(_ signal: (ChildCommand.Reaction) -> Int32?) {
    for number in reactions.compactMap(signal) { _ = subject.signal(number) }
    reactions.removeAll { signal($0) != nil }
  }

  private func takeControl() {
    guard let bytes = plumbing.read(plumbing.control, 4096) else {
      hasEnded = true
      return
    }
    control += bytes
    while let end = control.firstIndex(of: UInt8(ascii: "\n")) {
      take(String(decoding: control[..<end], as: UTF8.self).split(separator: " "))
      control.removeSubrange(...end)
    }
  }

  private func take(_ words: [Substring]) {
    let numbers = words.dropFirst().compactMap { Int32($0) }
    switch words.first {
    case "pid":
      pid = numbers.first
      subject.start(numbers.first ?? 0, terminal: plumbing.terminal)
    case "stopped": subject.stop()
    case "ended":
      hasEnded = true
      guard numbers.count == 2 else { return }
      let (status, peak) = (numbers[0], numbers[1])
      outcome.status = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
      outcome.peak = Int(peak)
    default: hasEnded = true
    }
  }
}
