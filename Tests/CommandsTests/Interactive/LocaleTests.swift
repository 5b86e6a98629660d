import Output
import Testing

@testable import Commands

@Suite struct LocaleTests {
  @Test(arguments: [
    ["LANG": "C"], ["LANG": "POSIX"], ["LANG": "en_US.UTF-8", "LC_ALL": "C"],
    ["LANG": "de_DE.ISO-8859-15@euro"], ["LC_CTYPE": "ja_JP.eucJP", "LANG": "ja_JP.UTF-8"],
    ["LANG": "ko_KR.EUC-KR"], ["LANG": "zh_CN.GB18030"], ["LANG": "ru_RU.KOI8-R"],
    ["LANG": "en_US.ISO8859-1"], ["LANG": "C.ANSI_X3.4-1968"], ["LANG": "en_US.utf16"],
  ])
  func `draws only ASCII if the encoding is not UTF-8`(environment: [String: String]) {
    #expect(InteractiveCommand.isASCII(environment))
    #expect(UserLocale.isUTF8(in: environment) == false)
  }

  @Test(arguments: [
    [:], ["LANG": ""], ["LANG": "en_US.UTF-8"], ["LANG": "de_DE.utf8@euro"], ["LANG": "C.UTF-8"],
    ["LANG": "C", "LC_CTYPE": "UTF-8"], ["LANG": "en_US"], ["LC_ALL": "", "LANG": "fa_IR.Utf8"],
  ])
  func `draws Unicode if the encoding is, or may be, UTF-8`(environment: [String: String]) {
    #expect(!InteractiveCommand.isASCII(environment))
    let isKnown = !environment.values.allSatisfy { $0.isEmpty || $0 == "en_US" }
    #expect(UserLocale.isUTF8(in: environment) == (isKnown ? true : nil))
  }
}
