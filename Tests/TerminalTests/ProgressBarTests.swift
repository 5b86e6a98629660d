import Terminal
import Testing

@Suite struct ProgressBarTests {
  @Test(arguments: [
    (0, 100, 80, "[>                   ]   0/100  x"),
    (50, 100, 80, "[==========>         ]  50/100  x"),
    (100, 100, 80, "[====================] 100/100  x"), (1, 3, 40, "1/3 x"), (1, 3, 4, "1/…"),
    (7, 3, 40, "3/3 x"), (-1, 0, 40, "0/1 x"), (1, 3, 0, ""),
  ])
  func `fits its width`(_ done: Int, _ total: Int, _ width: Int, _ text: String) {
    #expect(ProgressBar(done: done, total: total).text(label: "x", width: width) == text)
  }

  @Test func `words can replace the numbers`() {
    let text = ProgressBar(done: 1, total: 2).text(label: "", width: 80, count: "100 of 200 stars")
    #expect(text == "[==========>         ] 100 of 200 stars  ")
  }
}
