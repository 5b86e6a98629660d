import Terminal
import Testing

@Suite struct ChartTests {
  private func text(_ chart: Chart) -> [String] {
    chart.rows.map { String($0.map(\.character)) }
  }

  @Test func `a line passes through every value`() {
    #expect(text(.lines([[0, 7]], columns: 4, rows: 2, top: 7)) == ["  ⣠⠞", "⣠⠞⠁ "])
    #expect(text(.lines([[0, 0]], columns: 3, rows: 2, top: 7)) == ["   ", "⣀⣀⣀"])
    #expect(text(.lines([[7]], columns: 3, rows: 2, top: 7)) == ["⠉⠉⠉", "   "])
    #expect(text(.lines([[]], columns: 3, rows: 1, top: 7)) == ["   "])
  }

  @Test func `values that share a column of dots span its least and largest`() {
    let values = (0..<1000).map { $0.isMultiple(of: 2) ? 0 : 7 }

    #expect(text(.lines([values], columns: 2, rows: 2, top: 7)) == ["⣿⣿", "⣿⣿"])
  }

  @Test func `each character belongs to the last series it shows`() {
    let chart = Chart.lines([[0, 0], [7, 7]], columns: 1, rows: 2, top: 7)

    #expect(chart.rows.map { $0.map(\.series) } == [[1], [0]])
  }

  @Test func `bars are visible for any value above zero`() {
    let chart = Chart.plain([[0, 1, 100]], columns: 3, rows: 3, top: 100)

    #expect(text(chart) == ["  #", "  #", " ##"])
  }

  @Test func `a column of bars shows the largest of its values`() {
    #expect(text(.plain([[0, 9, 0, 0]], columns: 2, rows: 1, top: 9)) == ["# "])
    #expect(text(.plain([[9, 0]], columns: 4, rows: 1, top: 9)) == ["##  "])
  }

  @Test func `draws several series as letters`() {
    #expect(text(.plain([[9, 9], [3, 3]], columns: 2, rows: 3, top: 9)) == ["AA", "  ", "BB"])
  }

  @Test func `clamps values beyond the edges`() {
    #expect(text(.lines([[-9, 99]], columns: 1, rows: 1, top: 7)) == ["⣸"])
    #expect(text(.plain([[-9, .max]], columns: 2, rows: 1, top: 7)) == [" #"])
  }

  @Test(arguments: [
    (0, 1), (1, 1), (3, 4), (7, 8), (9, 10), (11, 12), (13, 16), (61, 80), (81, 100), (101, 120),
    (1_001, 1_200), (9_999, 10_000), (.max, .max),
  ])
  func `the scale ends at a round number`(_ value: Int, _ top: Int) {
    #expect(Chart.roundedUp(value) == top)
  }

  @Test func `a block's height is its share of the largest value`() {
    #expect(Chart.sparkline([0, 1, 4, 7]) == "▁▂▅█")
    #expect(Chart.sparkline([0, 0]) == "▁▁")
    #expect(Chart.sparkline([]) == "")
  }
}
