/// A repository of the sandbox: the facts that its answers and its search are made from.
///
/// The star count is the one at the start; stars given and taken while the sandbox runs are kept
/// apart and added in answers.
package struct SandboxRepository: Sendable {
  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let archived = Self(rawValue: 1)
    package static let fork = Self(rawValue: 2)
    package static let template = Self(rawValue: 4)
    package static let mirror = Self(rawValue: 8)
    package static let sponsorable = Self(rawValue: 16)
    package static let disabled = Self(rawValue: 32)
  }

  package let id: Int
  package let owner: SandboxOwner
  package let name: String
  package var description: String?
  package var language: String?
  package var license: SandboxLicense?
  package var topics: [String] = []
  package var stars = 0
  package var forks = 0
  package var openIssues = 0
  /// In KB, as GitHub counts it.
  package var size = 0
  /// What GitHub calls `subscribers_count`: the watchers proper.
  package var subscribers = 0
  package var created = UnixTime(year: 2020, month: 1, day: 1)
  package var pushed = UnixTime(year: 2026, month: 1, day: 1)
  package var homepage: String?
  package var flags: Flags = []
  /// `owner/name`s that answer 301 to this repository.
  package var formerNames: [String] = []

  package init(id: Int, owner: SandboxOwner, name: String) {
    self.id = id
    self.owner = owner
    self.name = name
  }

  /// `owner/name`.
  package var fullName: String { "\(owner.login)/\(name)" }

  /// What names are compared by: GitHub tells them apart without regard to case.
  var key: String { fullName.lowercased() }

  /// When anything of it last changed: some hours after the last push.
  var updated: UnixTime { pushed.advanced(by: id % 20_000) }

  var goodFirstIssues: Int { openIssues / 40 }
  var helpWantedIssues: Int { openIssues / 25 }
  var followers: Int { stars / 12 }

  /// GitHub's global id in its old form, which still resolves.
  var nodeID: String { base64(Array("010:Repository\(id)".utf8)) }
}
