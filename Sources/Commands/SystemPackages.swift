import Essentials

/// The parts of the system that the program needs, and the commands that install them.
struct SystemPackages {
  /// A part of the system that a release of ghsearch loads or reads.
  enum Part {
    case libcurl, certificates
  }

  /// The words of `ID` and `ID_LIKE` in os-release(5), lower case: the system, then what it derives from.
  private let families: [String]

  /// Takes the text of `/etc/os-release`; empty on a system without one.
  init(osRelease: String) {
    let fields = osRelease.split(whereSeparator: \.isNewline).map { line in
      line.split(separator: "=", maxSplits: 1).map { $0.filter { !"\"'".contains($0) } }
    }
    families = ["ID", "ID_LIKE"].flatMap { name in
      fields.filter { $0.count == 2 && $0[0] == name }.flatMap { $0[1].split(separator: " ") }
    }.map { $0.lowercased() }
  }

  /// This machine's.
  static var current: Self {
    Self(osRelease: (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? "")
  }

  /// How to install the part here, such as ``install libcurl: `sudo apt install libcurl4` ``.
  func advice(_ part: Part) -> String {
    let name = part == .libcurl ? "libcurl 7.85 or newer" : "ca-certificates"
    guard let command = families.lazy.compactMap({ Self.command($0, part) }).first
    else { return "install \(name)" }
    return "install \(name): `sudo \(command)`"
  }

  private static func command(_ family: String, _ part: Part) -> String? {
    let isLibrary = part == .libcurl
    return switch family {
    case "debian", "ubuntu": "apt install " + (isLibrary ? "libcurl4" : "ca-certificates")
    case "fedora", "rhel", "centos": "dnf install " + (isLibrary ? "libcurl" : "ca-certificates")
    case "arch": "pacman -S " + (isLibrary ? "curl" : "ca-certificates")
    case "suse", "opensuse": "zypper install " + (isLibrary ? "libcurl4" : "ca-certificates")
    default: nil
    }
  }
}
