import Reactive
import Testing

/// An operator whose closure can throw, built so that it throws at the value 2.
struct ThrowingCase: Sendable, CustomTestStringConvertible {
  let name: String
  let build: @Sendable (Ints) -> AnyPublisher<Int, any Error>

  init<P: Publisher & Sendable>(
    _ name: String,
    _ build: @escaping @Sendable (Ints) -> P
  ) where P.Output == Int, P.Failure == any Error {
    self.name = name
    self.build = { build($0).eraseToAnyPublisher() }
  }

  var testDescription: String { name }

  @Sendable private static func fine(_ value: Int) throws -> Bool {
    if value == 2 { throw Problem.thrown }
    return true
  }

  static let all: [ThrowingCase] = passing + reducing

  /// Operators that pass the value 1 before they throw.
  static let passing: [ThrowingCase] = [
    ThrowingCase("tryMap") { $0.tryMap { try fine($0) ? $0 : 0 } },
    ThrowingCase("tryCompactMap") { $0.tryCompactMap { try fine($0) ? $0 : nil } },
    ThrowingCase("tryScan") { $0.tryScan(0) { try fine($1) ? $1 : 0 } },
    ThrowingCase("tryFilter") { $0.tryFilter { try fine($0) } },
    ThrowingCase("tryRemoveDuplicates") { $0.tryRemoveDuplicates { try !fine($1) && $0 == $1 } },
    ThrowingCase("tryDrop(while:)") { $0.tryMap { try fine($0) ? $0 : 0 }.tryDrop { _ in false } },
    ThrowingCase("tryPrefix(while:)") { $0.tryPrefix { try fine($0) } },
    ThrowingCase("encode") { upstream in
      upstream.map { Only(value: $0) }.encode(encoder: OnlyCoder()).compactMap { Int($0) }
    },
    ThrowingCase("decode") { upstream in
      upstream.map { $0 == 2 ? "two" : "\($0)" }.decode(type: Int.self, decoder: NumberCoder())
    },
  ]

  /// Operators that have sent nothing when they throw.
  static let reducing: [ThrowingCase] = [
    ThrowingCase("tryFirst(where:)") { $0.tryFirst { try !fine($0) } },
    ThrowingCase("tryLast(where:)") { $0.tryLast { try fine($0) } },
    ThrowingCase("tryReduce") { $0.tryReduce(0) { try fine($1) ? $0 + $1 : 0 } },
    ThrowingCase("tryContains(where:)") {
      $0.tryContains { try !fine($0) }.map { $0 ? 1 : 0 }
    },
    ThrowingCase("tryAllSatisfy") { $0.tryAllSatisfy { try fine($0) }.map { $0 ? 1 : 0 } },
    ThrowingCase("tryMin(by:)") { $0.tryMin { try fine($0) && fine($1) } },
    ThrowingCase("tryMax(by:)") { $0.tryMax { try fine($0) && fine($1) } },
  ]
}

/// A value that only ``OnlyCoder`` encodes, and that not always.
private struct Only: Encodable, Sendable {
  let value: Int
}

private struct OnlyCoder: TopLevelEncoder, Sendable {
  func encode<T: Encodable>(_ value: T) throws -> String {
    guard let only = value as? Only, only.value != 2 else { throw Problem.thrown }
    return "\(only.value)"
  }
}
