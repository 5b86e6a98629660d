package import Core
import Essentials
import GitHubModel
package import Stars
import Terminal

extension ListPlanFile.Mistake {
  /// The plan's failure, which names the line.
  package var failure: OperationFailure {
    let (why, advice) = problem.words
    return OperationFailure(.usage, "line \(line): \(why)", advice: advice)
  }
}

extension ListPlanFile.Problem {
  fileprivate var words: (why: String, advice: String) {
    switch self {
    case .notJSON: ("not JSON", "")
    case .notObject: ("not a JSON object", "")
    case .repeatedKey(let key): ("more than one \"\(key)\"", "")
    case .unknownKey(let key, let nearest, let known):
      (
        "unknown key \"\(key.truncated(toWidth: 40))\"",
        nearest.map { "did you mean \"\($0)\"?" }
          ?? "the keys are \(known.joined(separator: ", "))"
      )
    case .noRepository: ("no \"repo\"", "")
    case .noLists: ("no \"add\", \"remove\" or \"lists\"", "")
    case .exactWithChanges: ("\"lists\" cannot be combined with \"add\" or \"remove\"", "")
    case .repositoryNotString: ("\"repo\" is not a string", "")
    case .notRepository(let text):
      ("\"\(text.truncated(toWidth: 100))\" is not a repository", "use OWNER/NAME")
    case .notStrings(let key): ("\"\(key)\" is not an array of strings", "")
    case .contradiction(let name, let earlier): ("line \(earlier) has other lists for \(name)", "")
    case .addedAndRemoved(let name): ("\"\(name)\" in both \"add\" and \"remove\"", "")
    case .newList(let failure): (failure.why, "create it with --create-lists")
    case .noRoom(let name):
      ("no room for the list \"\(name)\": GitHub allows only \(StarList.maxCount)", "")
    case .failure(let failure): (failure.why, failure.advice)
    }
  }
}
