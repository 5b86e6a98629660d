import ArgumentParser
import Core
import Output

struct SkillCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.skill.rawValue,
    abstract: "Print the skill that tells agents how to use ghsearch.",
    usage: "ghsearch skill",
    discussion: """
      Agents read skills in .agents/skills or .claude/skills, in a project or in your home \
      directory.

      EXAMPLES:
        mkdir -p ~/.claude/skills/ghsearch
        ghsearch skill > ~/.claude/skills/ghsearch/SKILL.md
      """
  )

  func run(in context: Context) async throws(OperationFailure) -> ExitStatus {
    try context.print(Skill.text)
    return .success
  }
}
