/// Other names that `language:` takes, as GitHub's linguist knows them.
enum LanguageAliases {
  private static let names = [
    "cpp": "c++", "csharp": "c#", "fsharp": "f#", "golang": "go", "js": "javascript",
    "ts": "typescript", "objc": "objective-c", "obj-c": "objective-c", "rb": "ruby",
    "rs": "rust", "sh": "shell", "bash": "shell", "viml": "vim script", "vim": "vim script",
    "py": "python", "jupyter": "jupyter notebook", "vim-script": "vim script",
    "jupyter-notebook": "jupyter notebook", "hs": "haskell", "posh": "powershell",
  ]

  /// The language's own name in lower case, for a lower-case name or alias.
  static func folded(_ name: String) -> String { names[name] ?? name }
}
