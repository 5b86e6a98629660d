import Locking

/// What the thread of answers tells the thread of the terminal.
final class PromptInbox: Sendable {
  enum Message: Sendable {
    /// Whole lines.
    case text(String)
    case answered(REPLTurn, Conversation)
  }

  private let messages = Guarded<[Message]>([])
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  func post(_ message: Message) {
    messages.withLock { $0.append(message) }
    wake()
  }

  func take() -> [Message] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
