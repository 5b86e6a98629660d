/// What generated repositories are made from.
///
/// Changing it changes all of them.
enum Words {
  static let adjectives = [
    "amber", "brisk", "calm", "clever", "crisp", "dapper", "eager", "fabled", "gentle", "hidden",
    "humble", "jolly", "keen", "lucid", "mellow", "nimble", "placid", "quick", "quiet", "rapid",
    "sleek", "snug", "sturdy", "subtle", "swift", "tidy", "tiny", "vivid", "wary", "witty",
  ]

  static let nouns = [
    "anvil", "atlas", "beacon", "bridge", "cache", "canvas", "cipher", "compass", "crane", "engine",
    "falcon", "forge", "garden", "harbor", "kernel", "lantern", "ledger", "loom", "mirror", "orbit",
    "parser", "pixel", "queue", "radar", "router", "shell", "socket", "thread", "vault", "widget",
  ]

  static let purposes = [
    "for people who read logs at night", "that fits in one file", "with no dependencies",
    "written to be read", "for the command line", "that starts in a millisecond",
    "for small computers", "with a plugin for everything", "that speaks HTTP", "for tests",
    "to learn from", "🚀", "für kleine Teams", "轻量 工具", "with batteries and a torch",
  ]

  static let languages = [
    "Swift", "Rust", "Go", "Python", "TypeScript", "JavaScript", "C", "C++", "C#", "Java", "Kotlin",
    "Ruby", "PHP", "Shell", "Haskell", "Elixir", "Lua", "Zig", "Dart", "Scala", "OCaml",
    "Jupyter Notebook", "Vim Script", "Objective-C",
  ]

  static let licenses = [
    "mit", "apache-2.0", "gpl-3.0", "bsd-3-clause", "mpl-2.0", "isc", "unlicense",
  ].map(SandboxLicense.init)

  static let topicLists = [
    [], ["cli"], ["cli", "terminal"], ["http", "server"], ["parser", "compiler"], ["testing"],
    ["machine-learning", "python"], ["linux", "kernel", "drivers"], ["game", "engine"],
    ["database", "sql", "storage", "embedded"], ["swift", "ios"], ["hacktoberfest"],
  ]
}
