import Reactive

extension DrawnOperator {
  static let reducing = [
    Self("collect()") { $0.ints("numbers").collect().drawn },
    Self("collect(2)") { $0.ints("numbers").collect(2).drawn },
    Self("count()") { $0["words"].count().drawn },
    Self("contains(2)") { $0.ints("numbers").contains(2).drawn },
    Self("contains(where: { $0 > 2 })") { $0.ints("numbers").contains { $0 > 2 }.drawn },
    Self("allSatisfy { $0 < 3 }") { $0.ints("numbers").allSatisfy { $0 < 3 }.drawn },
    Self("max(by: shorter)") { $0["words"].max { $0.count < $1.count }.drawn },
    Self("min(by: shorter)") { $0["words"].min { $0.count < $1.count }.drawn },
    Self("reduce(0, +)") { $0.ints("numbers").reduce(0, +).drawn },
    Self("replaceEmpty(with: 0)") { $0.ints("numbers").replaceEmpty(with: 0).drawn },
  ]
}
