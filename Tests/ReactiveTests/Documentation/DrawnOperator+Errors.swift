import Reactive

extension DrawnOperator {
  static let errors = [
    Self("catch { _ in other }") { bench in
      bench.ints("numbers").catch { _ in bench.ints("other") }.drawn
    },
    Self("tryCatch(rethrow)") { bench in
      bench.ints("numbers").tryCatch { error -> Just<Int> in throw error }.drawn
    },
    Self("retry(1)") { bench in
      let attempts = CurrentValueSubject<[String], Never>(["first attempt", "second attempt"])
      return Deferred {
        let label = attempts.value.first ?? ""
        attempts.value.removeFirst()
        return bench[label]
      }
      .retry(1).drawn
    },
    Self("replaceError(with: 0)") { $0.ints("numbers").replaceError(with: 0).drawn },
  ]
}
