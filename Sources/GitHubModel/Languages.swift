/// Names of programming languages for completion and spelling hints.
package enum LanguageNames {
  /// Common languages by the names that GitHub shows, out of about 700 (github-linguist's
  /// `languages.yml`).
  package static let common = """
    ABAP, ActionScript, Ada, Agda, ANTLR, Apex, APL, AppleScript, Arduino, ASP.NET, Assembly, \
    Astro, AutoHotkey, Awk, Ballerina, Batchfile, Bicep, C, C#, C++, Cairo, Chapel, Clojure, \
    CMake, COBOL, CoffeeScript, Common Lisp, Coq, Crystal, CSS, Cuda, Cython, D, Dart, Delphi, \
    Dhall, Dockerfile, Eiffel, EJS, Elixir, Elm, Emacs Lisp, Erlang, F#, F*, Factor, Fennel, \
    Forth, Fortran, GAP, GDScript, Gherkin, Gleam, GLSL, Go, Groovy, Hack, Handlebars, Haskell, \
    Haxe, HCL, HLSL, HTML, Idris, IDL, Io, J, Janet, Java, JavaScript, Jinja, Jsonnet, Julia, \
    Jupyter Notebook, Kotlin, LabVIEW, Lean, Less, Liquid, LLVM, Logos, Lua, M4, Makefile, \
    Markdown, Mathematica, MATLAB, MDX, Mercury, Meson, Metal, MLIR, Modula-2, Mojo, Move, \
    Mustache, Nextflow, Nim, Nix, Nushell, Objective-C, Objective-C++, OCaml, Odin, OpenSCAD, \
    Pascal, Perl, PHP, PLpgSQL, PLSQL, Pony, PostScript, PowerShell, Processing, Prolog, \
    Puppet, PureScript, Python, QML, R, Racket, Raku, ReScript, Roff, Ruby, Rust, SAS, Sass, \
    Scala, Scheme, SCSS, Shell, Smalltalk, Smarty, Solidity, SQL, Standard ML, Starlark, \
    Stylus, Svelte, Swift, SystemVerilog, Tcl, Terra, TeX, Thrift, TLA, TSQL, Twig, TypeScript, \
    Typst, V, Vala, VBA, Verilog, VHDL, Vim Script, Visual Basic .NET, Vue, Vyper, WebAssembly, \
    WGSL, Wren, XSLT, YAML, Zig
    """.split(separator: ", ").map(String.init)

  /// The languages of most repositories, in the order of GitHub's Octoverse of 2024.
  package static let popular = [
    "Python", "JavaScript", "TypeScript", "Java", "C#", "C++", "PHP", "Shell", "C", "Go", "Rust",
    "Kotlin", "Swift", "Ruby", "HTML",
  ]

  /// Other names that GitHub accepts, and their meanings.
  package static let aliases = [
    "bash": "Shell", "cpp": "C++", "csharp": "C#", "elisp": "Emacs Lisp", "fsharp": "F#",
    "golang": "Go", "hs": "Haskell", "js": "JavaScript", "jupyter": "Jupyter Notebook",
    "lisp": "Common Lisp", "objc": "Objective-C", "posh": "PowerShell", "py": "Python",
    "rb": "Ruby", "rs": "Rust", "sh": "Shell", "ts": "TypeScript", "viml": "Vim Script",
    "vim": "Vim Script", "zsh": "Shell",
  ]
}

/// License keys for completion.
package enum LicenseKeys {
  /// Common licenses by their keys on GitHub.
  package static let common = [
    "agpl-3.0", "apache-2.0", "bsd-2-clause", "bsd-3-clause", "cc0-1.0", "gpl-2.0", "gpl-3.0",
    "isc", "lgpl-2.1", "lgpl-3.0", "mit", "mpl-2.0", "unlicense",
  ]
}

/// The share of a repository written in a language.
package struct LanguageShare: Sendable, Hashable {
  package let language: String
  /// The bytes of code, always positive.
  package let bytes: Int64

  package init(language: String, bytes: Int64) {
    self.language = language
    self.bytes = bytes
  }
}
