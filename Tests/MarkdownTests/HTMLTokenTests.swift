import Markdown
import Testing

@Suite struct HTMLTokenTests {
  @Test func `separates tags, attributes and text`() {
    #expect(
      HTMLToken.tokens(#"<P align="center">a &amp; b<img src=x alt='A "b"'/></p>"#) == [
        .open(HTMLTag("p", ["align": "center"])), .text("a & b"),
        .open(HTMLTag("img", ["src": "x", "alt": #"A "b""#])), .close("p"),
      ]
    )
  }

  @Test func `omits comments, declarations, scripts and styles`() {
    #expect(
      HTMLToken.tokens("a<!-- x > y -->b<!doctype html><style>p {}</style><script>1<2</script>c")
        == [
          .text("a"), .text("b"), .open(HTMLTag("style")), .close("style"),
          .open(HTMLTag("script")), .close("script"), .text("c"),
        ]
    )
  }

  @Test func `everything but markup is text`() {
    #expect(
      HTMLToken.tokens("1 < 2 &nosuch; &#x41;&#66; <") == [
        .text("1 "), .text("< 2 &nosuch; AB "), .text("<"),
      ]
    )
  }

  @Test(arguments: ["<", "<!--", "<a x='", "<script>", "&", "</", "<a ", "<style", "<!"])
  func `takes time linear in the length`(unit: String) {
    let text = String(repeating: unit, count: 65_536 / unit.utf8.count)
    let clock = ContinuousClock()

    let time = clock.measure { _ = HTMLToken.tokens(text) }

    #expect(time < .seconds(5))
  }

  @Test func `finds URLs in text`() {
    let pieces = Autolink.pieces("see (https://a.b/c), http://d. or httpx://e")

    #expect(
      pieces.map { ($0.isAddress ? "!" : "") + $0.text }
        == ["see (", "!https://a.b/c", "), ", "!http://d", ". or httpx://e"]
    )
  }
}
