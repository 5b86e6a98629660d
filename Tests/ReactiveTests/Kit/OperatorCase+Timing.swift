import Reactive
import ReactiveTesting

extension OperatorCase {
  /// Operators that take a scheduler.
  static let timing: [OperatorCase] = [
    OperatorCase("delay", [.keepsAll, .scheduled, .plain]) { upstream, around in
      upstream.delay(for: .milliseconds(5), scheduler: around.clock)
    },
    OperatorCase("debounce", [.scheduled, .drops, .plain]) { upstream, around in
      upstream.debounce(for: .milliseconds(5), scheduler: around.clock)
    },
    OperatorCase("debounce, an interval a value", [.scheduled, .drops]) { upstream, around in
      upstream.debounce(
        for: { value in
          around.touch()
          return .milliseconds(5 * (value % 2))
        },
        scheduler: around.clock
      )
    },
    OperatorCase("throttle(latest: true)", [.scheduled, .drops, .plain]) { upstream, around in
      upstream.throttle(for: .milliseconds(5), scheduler: around.clock, latest: true)
    },
    OperatorCase("throttle(latest: false)", [.scheduled, .drops, .plain]) { upstream, around in
      upstream.throttle(for: .milliseconds(5), scheduler: around.clock, latest: false)
    },
    OperatorCase("timeout", [.keepsAll, .scheduled, .endsEarly]) { upstream, around in
      upstream.timeout(.seconds(1), scheduler: around.clock) {
        around.touch()
        return .custom
      }
    },
    OperatorCase("receive(on:)", [.keepsAll, .scheduled, .plain]) { upstream, around in
      upstream.receive(on: around.clock)
    },
  ]
}
