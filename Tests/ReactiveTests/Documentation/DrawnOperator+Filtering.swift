import Reactive

extension DrawnOperator {
  static let filtering = [
    Self("filter { $0 > 2 }") { $0.ints("numbers").filter { $0 > 2 }.drawn },
    Self("removeDuplicates()") { $0["words"].removeDuplicates().drawn },
    Self("removeDuplicates(by: sameWord)") { bench in
      bench["words"].removeDuplicates { $0.lowercased() == $1.lowercased() }.drawn
    },
    Self("first()") { $0.ints("numbers").first().drawn },
    Self("first(where: { $0 > 2 })") { $0.ints("numbers").first { $0 > 2 }.drawn },
    Self("last()") { $0.ints("numbers").last().drawn },
    Self("last(where: { $0 < 3 })") { $0.ints("numbers").last { $0 < 3 }.drawn },
    Self("dropFirst(2)") { $0.ints("numbers").dropFirst(2).drawn },
    Self("drop(while: { $0 < 3 })") { $0.ints("numbers").drop { $0 < 3 }.drawn },
    Self("drop(untilOutputFrom: signal)") { bench in
      bench.ints("numbers").drop(untilOutputFrom: bench["signal"]).drawn
    },
    Self("prefix(2)") { $0.ints("numbers").prefix(2).drawn },
    Self("prefix(while: { $0 < 3 })") { $0.ints("numbers").prefix { $0 < 3 }.drawn },
    Self("prefix(untilOutputFrom: signal)") { bench in
      bench.ints("numbers").prefix(untilOutputFrom: bench["signal"]).drawn
    },
    Self("output(at: 1)") { $0.ints("numbers").output(at: 1).drawn },
    Self("output(in: 1...2)") { $0.ints("numbers").output(in: 1...2).drawn },
    Self("ignoreOutput()") { $0.ints("numbers").ignoreOutput().drawn },
  ]
}
