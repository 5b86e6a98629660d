/// A repository of the sandbox: the facts for its responses and its search.
///
/// The star count is the initial one; changes while the sandbox runs are stored separately and
/// added to responses.
package struct SandboxRepository: Sendable {
  /// A repository's boolean attributes, by GitHub's names.
  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let archived = Self(rawValue: 1)
    package static let fork = Self(rawValue: 2)
    package static let template = Self(rawValue: 4)
    package static let mirror = Self(rawValue: 8)
    package static let sponsorable = Self(rawValue: 16)
    package static let disabled = Self(rawValue: 32)
    /// Visible only to a classic token with the scope `repo`.
    package static let `private` = Self(rawValue: 64)
    /// Still in lists, but requests for it return 451 (DMCA).
    package static let blocked = Self(rawValue: 128)
    /// Still in lists, but requests for it return 404, as shortly after a deletion.
    package static let gone = Self(rawValue: 256)
  }

  package let id: Int
  /// The user or organization that owns it.
  package var owner: SandboxOwner
  package var name: String
  /// The description; without one, no README is made up either.
  package var description: String?
  package var language: String?
  package var license: SandboxLicense?
  /// The topics in lower case.
  package var topics: [String] = []
  /// The stars at the start.
  package var stars = 0
  package var forks = 0
  /// The number of open issues and pull requests.
  package var openIssues = 0
  /// The size in kilobytes.
  package var size = 0
  /// The number of users who watch it, GitHub's `subscribers_count`.
  package var subscribers = 0
  package var created = UnixTime(year: 2020, month: 1, day: 1)
  package var pushed = UnixTime(year: 2026, month: 1, day: 1)
  /// When anything in it last changed; nil for some hours after the last push.
  package var changed: UnixTime?
  package var homepage: String?
  package var flags: Flags = []
  /// The newest release that is not a prerelease.
  package var latestRelease: SandboxRelease?
  /// Former names as `owner/name`, which redirect to this repository with 301.
  package var formerNames: [String] = []

  /// The text files by path, such as READMEs in unusual places; nil for a made-up `README.md`.
  package var files: [String: String]?

  /// Creates a repository without stars or forks.
  package init(id: Int, owner: SandboxOwner, name: String) {
    self.id = id
    self.owner = owner
    self.name = name
  }

  /// `owner/name`.
  package var fullName: String { "\(owner.login)/\(name)" }

  /// The full name in lowercase, since GitHub ignores the case of names.
  var key: String { fullName.lowercased() }

  var defaultBranch: String { id % 5 == 0 ? "master" : "main" }

  /// When anything in it last changed.
  var updated: UnixTime { changed ?? pushed.advanced(by: id % 20_000) }

  var goodFirstIssues: Int { openIssues / 40 }
  var helpWantedIssues: Int { openIssues / 25 }
  var followers: Int { stars / 12 }

  /// GitHub's global ID in its old format, which still resolves.
  var nodeID: String { base64(Array("010:Repository\(id)".utf8)) }
}

/// A release of a repository of the sandbox.
package struct SandboxRelease: Sendable {
  let tagName: String
  let name: String?
  let published: UnixTime

  package init(_ tagName: String, name: String? = nil, published: UnixTime) {
    (self.tagName, self.name, self.published) = (tagName, name, published)
  }
}

/// A user or an organization of the sandbox.
package struct SandboxOwner: Sendable, Hashable {
  /// The two kinds of owners, by GitHub's names.
  package enum Kind: String, Sendable {
    case user = "User"
    case organization = "Organization"
  }

  package let login: String
  package let id: Int
  package let kind: Kind

  /// Creates an owner; without an `id`, it is a hash of the login between 1,000,000 and 200,999,999.
  package init(login: String, kind: Kind = .user, id: Int? = nil) {
    self.login = login
    self.kind = kind
    self.id = id ?? 1_000_000 + Int(stableHash(login.lowercased().utf8) % 200_000_000)
  }
}

/// A license in the form that GitHub's repositories use.
package struct SandboxLicense: Sendable, Hashable {
  /// The key in lower case that `license:` accepts, such as `mit`.
  package let key: String
  package let name: String
  package let spdxID: String

  private init(_ spdxID: String, _ name: String) {
    self.key = spdxID == "NOASSERTION" ? "other" : spdxID.lowercased()
    self.name = name
    self.spdxID = spdxID
  }

  /// Finds a license by its SPDX identifier or key; nil if the table does not list it.
  package init?(_ text: String) {
    let wanted = text.lowercased()
    guard let found = Self.all.first(where: { $0.key == wanted }) else { return nil }
    self = found
  }

  private static let all: [Self] = [
    Self("MIT", "MIT License"),
    Self("Apache-2.0", "Apache License 2.0"),
    Self("GPL-2.0", "GNU General Public License v2.0"),
    Self("GPL-3.0", "GNU General Public License v3.0"),
    Self("AGPL-3.0", "GNU Affero General Public License v3.0"),
    Self("LGPL-3.0", "GNU Lesser General Public License v3.0"),
    Self("BSD-2-Clause", "BSD 2-Clause \"Simplified\" License"),
    Self("BSD-3-Clause", "BSD 3-Clause \"New\" or \"Revised\" License"),
    Self("MPL-2.0", "Mozilla Public License 2.0"),
    Self("EPL-1.0", "Eclipse Public License 1.0"),
    Self("CC0-1.0", "Creative Commons Zero v1.0 Universal"),
    Self("CC-BY-4.0", "Creative Commons Attribution 4.0 International"),
    Self("CC-BY-SA-4.0", "Creative Commons Attribution Share Alike 4.0 International"),
    Self("Unlicense", "The Unlicense"),
    Self("ISC", "ISC License"),
    Self("OFL-1.1", "SIL Open Font License 1.1"),
    Self("Vim", "Vim License"),
    Self("Zlib", "zlib License"),
    Self("NOASSERTION", "Other"),
  ]
}
