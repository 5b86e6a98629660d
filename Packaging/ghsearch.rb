# Copy this file into your own tap. The one in a release installs its archives.
class Ghsearch < Formula
  desc "Find, inspect and star GitHub repositories from the terminal"
  homepage "https://github.com/ghsearch/ghsearch"
  license "MIT"
  # In a release, formula.sh adds its version, archives and checksums here.

  head do
    url "https://github.com/ghsearch/ghsearch.git", branch: "main"
    depends_on "pkgconf" => :build
    depends_on xcode: ["26.4", :build]
  end

  # On Linux the program loads the system's libcurl.
  on_macos do
    depends_on "cmark-gfm"
    depends_on "curl"
    depends_on macos: :sequoia
  end

  def install
    if build.head?
      # Homebrew builds in its own sandbox, where SwiftPM cannot create another.
      system "make", "install", "PREFIX=#{prefix}", "SWIFT_FLAGS=--disable-sandbox"
    else
      prefix.install "bin", "share"
    end
  end

  test do
    assert_match "ghsearch", shell_output("#{bin}/ghsearch --version")
    ENV["GHSEARCH_API_URL"] = "http://127.0.0.1:1"
    assert_match "cannot connect to", shell_output("#{bin}/ghsearch swift 2>&1", 7)
  end
end
