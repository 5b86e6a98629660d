extension SandboxRepository {
  /// The text of the file at the path, from the root of the default branch.
  func file(at path: String) -> String? {
    if let files { return files[path] }
    return path == "README.md" ? madeUpReadme : nil
  }

  /// The README that GitHub shows: in `.github`, in the root, or in `docs`, under any spelling.
  ///
  /// A symlink, which is a file that contains only a path, stands for the file there.
  package var readmeFile: (path: String, text: String)? {
    let paths = (files?.keys.sorted() ?? ["README.md"]).filter {
      $0.split(separator: "/").last?.lowercased().hasPrefix("readme") == true
    }
    let places = [".github/", "", "docs/"].lazy.compactMap { place in
      paths.first { $0.hasPrefix(place) && !$0.dropFirst(place.count).contains("/") }
    }
    guard let path = places.first, let text = file(at: path) else { return nil }
    return file(at: text).map { (text, $0) } ?? (path, text)
  }

  /// A README in Markdown; nil for a repository without a description, so that tests can get a 404.
  ///
  /// Includes the repository's text from `Resources/readmes.md`, which is compiled in. Some READMEs
  /// have only a few lines, some more than 64 KiB.
  private var madeUpReadme: String? {
    description.map { description in
      ([beginning(description)] + [ReadmeFile.texts[fullName]].compactMap(\.self) + sections)
        .joined(separator: "\n")
    }
  }

  private func beginning(_ description: String) -> String {
    """
    # \(name)

    \(description)

    ## Topics

    \(topics.map { "- \($0)" }.joined(separator: "\n"))

    ## Install

    ```sh
    git clone https://github.com/\(fullName).git
    ```

    | | |
    |---|---|
    | Language | \(language ?? "none") |
    | License | \(license?.name ?? "none") |

    """
  }

  /// Boilerplate that most READMEs have and few people search for.
  private var sections: [String] {
    let hash = stableHash(fullName.utf8)
    let common = ReadmeFile.commonSections.prefix(Int(hash % 4))
    return common + (hash >> 8 % 24 == 0 ? [options(1_200)] : [])
  }

  private func options(_ count: Int) -> String {
    let lines = (0..<count).map { index in
      let adjective = Words.adjectives[index % Words.adjectives.count]
      let noun = Words.nouns[index / Words.adjectives.count % Words.nouns.count]
      let purpose = Words.purposes[index % Words.purposes.count]
      return "- `--\(adjective)-\(noun)`: \(purpose), in release \(index / 100).\(index % 100)."
    }
    return "## Options\n\n" + lines.joined(separator: "\n") + "\n"
  }
}

/// The READMEs in `text` by repository.
enum ReadmeFile {
  /// Keyed by the repositories' full names.
  static let texts: [String: String] = read(text)

  static func read(_ text: String) -> [String: String] {
    var texts: [String: String] = [:]
    var name = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("=== ") {
        name = String(line.dropFirst(4))
      } else {
        texts[name, default: ""] += line + "\n"
      }
    }
    return texts
  }

  static let commonSections = [
    """
    ## Contributing

    Pull requests are welcome. Please open an issue first to discuss what you would like to change,
    and update the tests.

    """,
    """
    ## Getting help

    Read the documentation, search the issues, or ask in the community chat. Security problems are
    reported by mail, not in an issue.

    """,
    """
    ## License

    See the file LICENSE. The name and the logo are trademarks of their owners.

    """,
  ]
}
