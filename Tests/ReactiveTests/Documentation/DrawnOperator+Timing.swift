import Reactive
import ReactiveTesting

extension DrawnOperator {
  static let timing = [
    Self("delay(for: .seconds(2), scheduler: clock)") { bench in
      bench.ints("numbers").delay(for: .seconds(2), scheduler: bench.clock).drawn
    },
    Self("debounce(for: .seconds(3), scheduler: clock)") { bench in
      bench["words"].debounce(for: .seconds(3), scheduler: bench.clock).drawn
    },
    Self("throttle(for: .seconds(3), scheduler: clock, latest: true)") { bench in
      bench["words"].throttle(for: .seconds(3), scheduler: bench.clock, latest: true).drawn
    },
    Self("throttle(for: .seconds(5), scheduler: clock, latest: true)") { bench in
      bench["numbers"].throttle(for: .seconds(5), scheduler: bench.clock, latest: true).drawn
    },
    Self("throttle(for: .seconds(5), scheduler: clock, latest: false)") { bench in
      bench["numbers"].throttle(for: .seconds(5), scheduler: bench.clock, latest: false).drawn
    },
    Self("timeout(.seconds(4), scheduler: clock)") { bench in
      bench.ints("numbers").timeout(.seconds(4), scheduler: bench.clock).drawn
    },
    Self("measureInterval(using: clock)") { bench in
      bench["words"].measureInterval(using: bench.clock)
        .drawn { "\($0.magnitude / 1_000_000_000)" }
    },
    Self("receive(on: clock)") { $0.ints("numbers").receive(on: $0.clock).drawn },
    Self("subscribe(on: clock)") { $0.ints("numbers").subscribe(on: $0.clock).drawn },
    Self("buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)") { bench in
      bench.ints("numbers").buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).drawn
    },
  ]
}
