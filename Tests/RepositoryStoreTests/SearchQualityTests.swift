import SearchQuality
import Testing

@Suite struct SearchQualityTests {
  private let folder = Folder()

  @Test(arguments: [false, true])
  func `questions find a repository described in other words`(_ isKept: Bool) throws {
    let text = JudgedQuery.questionRepositories
    let quality = try SearchQuality(path: folder.libraryPath, with: text)
    let questions = JudgedQuery.questions.filter { $0.isKept == isKept }

    #expect(questions.count >= (isKept ? 20 : 40))
    let rank = try quality.meanReciprocalRank(of: questions)
    let score = try quality.meanScore(of: questions)
    #expect(rank >= SearchQuality.minReciprocalRank)
    #expect(score >= SearchQuality.minQuestionScore)
  }

  @Test func `searches rank at least as well as before`() throws {
    let quality = try SearchQuality(path: folder.libraryPath)

    let score = try quality.meanScore(of: JudgedQuery.all)

    let rounded = (score * 1_000).rounded() / 1_000
    #expect(JudgedQuery.all.count >= 120)
    #expect(rounded >= SearchQuality.recorded)
    for (kind, queries) in Dictionary(grouping: JudgedQuery.all, by: \.kind) {
      #expect(try quality.meanScore(of: queries) >= SearchQuality.minScore, "\(kind)")
    }
  }
}
