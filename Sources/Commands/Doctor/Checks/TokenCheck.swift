import GitHubAPI
import GitHubModel
import TokenStore

/// Where the token comes from, whether GitHub accepts it, and whether it may set stars.
struct TokenCheck: DoctorCheck {
  func examine(_ patient: Patient) async -> [Finding] {
    do throws(TokenError) {
      guard let found = try patient.services.tokens.load() else { return [Self.none] }
      return await examine(found.source, patient)
    } catch {
      return [.failure(CommandFailure(error, attempted: "read the token"), "token")]
    }
  }

  private static let none = Finding.warning(
    "token",
    "none, so ten searches a minute and no stars",
    remedy: "run `ghsearch auth login`"
  )

  private func examine(_ source: TokenSource, _ patient: Patient) async -> [Finding] {
    guard case .reached = patient.contact else {
      return [.warning("token", "from \(source.sentence), not tried", remedy: "mend the network")]
    }
    do throws(CommandFailure) {
      let account = try await patient.services.ask(.currentUser, patient.context)
      let accepted = Finding.fine("token", "\(account.value.login), from \(source.sentence)")
      return [accepted, permission(account.scopes)]
    } catch {
      return [.failure(error, "token")]
    }
  }

  private func permission(_ scopes: [String]?) -> Finding {
    let permission = StarPermission(scopes: scopes)
    guard permission == .missing else { return .fine("stars", permission.sentence) }
    let remedy = "add it at https://github.com/settings/tokens"
    return .warning("stars", permission.sentence, remedy: remedy)
  }
}
