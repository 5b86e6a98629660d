import Reactive

extension DrawnOperator {
  static let reducing = [
    Self("collect()") { $0.ints("numbers").collect().drawn },
    Self("collect(2)") { $0.ints("numbers").collect(2).drawn },
    Self("count()") { $0["words"].count().drawn },
    Self("contains(2)") { $0.ints("numbers").contains(2).drawn },
    Self("contains(where: { $0 > 2 })") { $0.ints("numbers").contains { $0 > 2 }.drawn },
    Self("tryContains(where: isLarge)") { $0["words"].tryContains { try number($0) > 2 }.drawn },
    Self("allSatisfy { $0 < 3 }") { $0.ints("numbers").allSatisfy { $0 < 3 }.drawn },
    Self("tryAllSatisfy(isSmall)") { $0["words"].tryAllSatisfy { try number($0) < 3 }.drawn },
    Self("max()") { $0.ints("numbers").max().drawn },
    Self("max(by: shorter)") { $0["words"].max { $0.count < $1.count }.drawn },
    Self("tryMax(by: ascending)") { bench in
      bench["words"].tryMax { try number($0) < number($1) }.drawn
    },
    Self("min()") { $0.ints("numbers").min().drawn },
    Self("min(by: shorter)") { $0["words"].min { $0.count < $1.count }.drawn },
    Self("tryMin(by: ascending)") { bench in
      bench["words"].tryMin { try number($0) < number($1) }.drawn
    },
    Self("reduce(0, +)") { $0.ints("numbers").reduce(0, +).drawn },
    Self("tryReduce(0, plus)") { bench in
      bench["words"].tryReduce(0) { $0 + (try number($1)) }.drawn
    },
    Self("replaceEmpty(with: 0)") { $0.ints("numbers").replaceEmpty(with: 0).drawn },
  ]
}
