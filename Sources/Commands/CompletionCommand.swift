import ArgumentParser

/// `ghsearch completion`: the completion script for a shell.
struct CompletionCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.completion.rawValue,
    abstract: "Print shell completions for bash, zsh or fish.",
    usage: "ghsearch completion <shell>",
    discussion: """
      EXAMPLES:
        source <(ghsearch completion bash)
        ghsearch completion zsh > ~/.zfunc/_ghsearch
        ghsearch completion fish > ~/.config/fish/completions/ghsearch.fish
      """
  )

  @Argument(help: "bash, zsh or fish.")
  var shell: CompletionScript.Shell

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    try context.print(CompletionScript.text(for: shell) + "\n")
    return .success
  }
}
