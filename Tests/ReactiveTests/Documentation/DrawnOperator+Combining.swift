import Reactive

extension DrawnOperator {
  static let combining = [
    Self("prepend([0])") { $0.ints("numbers").prepend([0]).drawn },
    Self("prepend(other)") { $0.ints("numbers").prepend($0.ints("other")).drawn },
    Self("append([3, 4])") { $0.ints("numbers").append([3, 4]).drawn },
    Self("append(other)") { $0.ints("numbers").append($0.ints("other")).drawn },
    Self("merge(with: right)") { $0["left"].merge(with: $0["right"]).drawn },
    Self("zip(letters)") { $0["numbers"].zip($0["letters"]).drawn { $0 + $1 } },
    Self("combineLatest(letters)") { bench in
      bench["numbers"].combineLatest(bench["letters"]).drawn { $0 + $1 }
    },
    Self("flatMap(results)") { bench in
      bench["words"].flatMap { bench["for \($0)"] }.drawn
    },
    Self("switchToLatest()") { bench in
      bench["words"].map { bench["for \($0)"] }.switchToLatest().drawn
    },
  ]
}
