extension Call {
  /// `GET /repos/{owner}/{repo}/readme`: base 64 in JSON, or the file or HTML itself on request.
  ///
  /// A repository without a description has no README either, so that 404 can be met.
  /// Reference: https://docs.github.com/rest/repos/contents#get-a-repository-readme
  func readme(of repository: SandboxRepository) -> SandboxResponse {
    guard let text = Readme(of: repository)?.markdown else {
      return .notFound(documentation: "/rest/repos/contents#get-a-repository-readme")
    }
    if accepts("raw") { return plain(text, type: "application/vnd.github.raw; charset=utf-8") }
    if accepts("html") {
      return plain("<div><pre>\(text)</pre></div>", type: "text/html; charset=utf-8")
    }
    return .json(contentFile(text, of: repository))
  }

  private func plain(_ text: String, type: String) -> SandboxResponse {
    SandboxResponse(status: 200, headers: ["Content-Type": type], body: Array(text.utf8))
  }

  private func contentFile(_ text: String, of repository: SandboxRepository) -> JSON {
    let sha = madeUpSha(of: text)
    let api = "\(state.baseURL)/repos/\(repository.fullName)"
    let contents = "\(api)/contents/README.md?ref=main"
    let web = "https://github.com/\(repository.fullName)/blob/main/README.md"
    let git = "\(api)/git/blobs/\(sha)"
    return [
      "name": "README.md", "path": "README.md", "sha": .string(sha),
      "size": .integer(text.utf8.count), "url": .string(contents), "html_url": .string(web),
      "git_url": .string(git),
      "download_url":
        "https://raw.githubusercontent.com/\(repository.fullName)/main/README.md",
      "type": "file", "content": .string(wrapped(base64(Array(text.utf8)))), "encoding": "base64",
      "_links": ["self": .string(contents), "git": .string(git), "html": .string(web)],
    ]
  }

  /// GitHub breaks base 64 every 60 letters.
  private func wrapped(_ text: String) -> String {
    var lines = ""
    var rest = text[...]
    while !rest.isEmpty {
      lines += rest.prefix(60) + "\n"
      rest = rest.dropFirst(60)
    }
    return lines
  }
}

/// The made-up README of a repository.
private struct Readme {
  let markdown: String

  init?(of repository: SandboxRepository) {
    guard let description = repository.description else { return nil }
    let topics = repository.topics.map { "- \($0)" }.joined(separator: "\n")
    markdown = """
      # \(repository.name)

      \(description)

      ## Topics

      \(topics)

      ## Install

      ```sh
      git clone https://github.com/\(repository.fullName).git
      ```

      | | |
      |---|---|
      | Language | \(repository.language ?? "none") |
      | License | \(repository.license?.name ?? "none") |

      """
  }
}
