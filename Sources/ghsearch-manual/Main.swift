import Foundation
import Manual

/// Reads the program's description of itself from standard input, and writes its manual page.
@main enum GHSearchManual {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let version = arguments.first, let date = arguments.last else {
      FileHandle.standardError.write(Data("usage: ghsearch-manual VERSION DATE < DUMP\n".utf8))
      exit(64)
    }
    let tool = try ToolDescription(json: FileHandle.standardInput.readToEnd() ?? Data())
    let page = ManualPage(tool, version: version, date: date)
    try FileHandle.standardOutput.write(contentsOf: Data(page.text.utf8))
  }
}
