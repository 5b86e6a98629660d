# Copy this file into your own tap; a release adds its archive and checksum below.
class Ghsearch < Formula
  desc "Find, inspect and star GitHub repositories from the terminal"
  homepage "https://github.com/ghsearch/ghsearch"
  license "MIT"
  head "https://github.com/ghsearch/ghsearch.git", branch: "main"

  # A release adds two lines here:
  #   url "https://github.com/ghsearch/ghsearch/archive/refs/tags/vVERSION.tar.gz"
  #   sha256 "CHECKSUM"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "cmark-gfm"
  depends_on "curl"
  depends_on macos: :sequoia

  def install
    # Homebrew builds in its own sandbox, within which SwiftPM cannot create another.
    system "make", "install", "PREFIX=#{prefix}", "SWIFT_FLAGS=--disable-sandbox"
  end

  test do
    assert_match "ghsearch", shell_output("#{bin}/ghsearch --version")
    ENV["GHSEARCH_API_URL"] = "http://127.0.0.1:1"
    assert_match "cannot connect to", shell_output("#{bin}/ghsearch swift 2>&1", 7)
  end
end
