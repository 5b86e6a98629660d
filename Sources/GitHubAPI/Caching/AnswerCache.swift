import GitHubModel
import HTTPTypes

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Keeps the bytes of answers, which mean nothing to it.
package protocol AnswerKeeping: Sendable {
  /// What was kept last under the key, and when; nil where there is none or it cannot be had.
  func answer(for key: String) async -> (payload: Data, storedAt: Date)?

  /// Keeps it in place of an older one; nobody is told when that fails.
  func keep(_ payload: Data, for key: String) async
}

/// Answers of earlier calls, for calls that may do with them.
package struct AnswerCache: Sendable {
  private let keeper: any AnswerKeeping
  private let longestAge: TimeInterval

  /// - Parameter longestAge: In seconds, how old an answer may be that is taken unasked; 0 for none.
  package init(_ keeper: any AnswerKeeping, longestAge: TimeInterval) {
    self.keeper = keeper
    self.longestAge = longestAge
  }

  func answer(for key: String) async -> KeptAnswer? {
    guard let (payload, date) = await keeper.answer(for: key) else { return nil }
    return KeptAnswer(payload: payload, storedAt: date)
  }

  func keep(_ answer: KeptAnswer, for key: String) async {
    await keeper.keep(answer.payload, for: key)
  }

  /// What was stored in the future was stored by a wrong clock.
  func isYoung(_ answer: KeptAnswer, at now: Date) -> Bool {
    guard let storedAt = answer.storedAt else { return false }
    let age = now.timeIntervalSince(storedAt)
    return age >= 0 && age < longestAge
  }

  /// The same for requests that have the same answer: the account is a part of it, the token is not.
  static func key(for head: HTTPRequest, _ token: AccessToken?) -> String {
    let account = AccountDigest(first: 0, second: 0).text(token)
    let accept = head.headerFields[.accept] ?? ""
    return [account, accept, head.authority ?? "", head.path ?? ""].joined(separator: " ")
  }
}
