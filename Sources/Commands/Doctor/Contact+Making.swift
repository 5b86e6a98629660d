import GitHubAPI
import Locking

extension Contact {
  /// Asks for the limits without the token, which costs nothing.
  ///
  /// Whatever the answer is, it is an answer: a server may want a token for everything.
  static func make(in context: Context) async throws(CommandFailure) -> Self {
    let last = Guarded<RequestTrace?>(nil)
    var context = context
    // What passes in a moment is worth knowing here.
    context.retries = .none
    context.transport = TracingTransport(context.transport, now: context.clock.now) { trace in
      last.withLock { $0 = trace }
    }
    let services = try Services(context, patience: .none)
    let failure = await failure(services, context)
    if let trace = last.withLock({ $0 }), case .success(let answer) = trace.result {
      return .reached(answer, after: trace.duration)
    }
    let unknown = CommandFailure(.network, "reach GitHub", "nothing was sent")
    return .failed(failure ?? unknown)
  }

  private static func failure(_ services: Services, _ context: Context) async -> CommandFailure? {
    do throws(CommandFailure) {
      _ = try await services.anonymous.ask(.rateLimits, context)
      return nil
    } catch {
      return error
    }
  }
}
