/// A license as GitHub names it in repository answers.
package struct SandboxLicense: Sendable, Hashable {
  /// The lower-case key that `license:` takes, such as `mit`.
  package let key: String
  package let name: String
  package let spdxID: String

  private init(_ spdxID: String, _ name: String) {
    self.key = spdxID == "NOASSERTION" ? "other" : spdxID.lowercased()
    self.name = name
    self.spdxID = spdxID
  }

  /// Finds a license by its SPDX identifier or its key; nil for one that is not in the table.
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
