# The contents of a release as SPDX 2.3 JSON (https://spdx.github.io/spdx-spec/v2.3/), from SwiftPM's
# workspace-state.json and the arguments that dist.sh passes: the program's name, version and platform, the
# versions of the libraries that are linked in, and the date of the sources.

def libraries: {
  "swift-argument-parser": "Apache-2.0 WITH Swift-exception", "swift-http-types": "Apache-2.0",
  "grdb.swift": "MIT", "swift-mustache": "Apache-2.0"
};

def package($id; $name; $version; $license; $url): {
  SPDXID: "SPDXRef-\($id)", name: $name, versionInfo: $version, downloadLocation: $url,
  filesAnalyzed: false, licenseConcluded: $license, licenseDeclared: $license,
  copyrightText: "NOASSERTION"
};

[
  package("ghsearch"; "ghsearch"; $version; "MIT"; "https://github.com/ghsearch/ghsearch"),
  (.object.dependencies[]
    # The sandbox's HTTP server is not part of the program.
    | select(.packageRef.identity != "flyingfox")
    | package(.packageRef.identity; .packageRef.identity; .state.checkoutState.version;
        libraries[.packageRef.identity] // error("no license for \(.packageRef.identity)");
        .packageRef.location)),
  # Libraries that the macOS archives load from the system have no version here.
  (package("swift-runtime"; "Swift runtime, standard library and Foundation"; $swift;
      "Apache-2.0 WITH Swift-exception"; "https://github.com/swiftlang/swift"),
    package("cmark-gfm"; "cmark-gfm"; $cmark; "BSD-2-Clause"; "https://github.com/github/cmark-gfm"),
    package("sqlite"; "SQLite"; $sqlite; "blessing"; "https://sqlite.org"),
    package("libstdcxx"; "libstdc++"; $libstdcxx; "GPL-3.0-or-later WITH GCC-exception-3.1";
      "https://gcc.gnu.org")
    | select(.versionInfo != ""))
] as $packages
| {
  spdxVersion: "SPDX-2.3", dataLicense: "CC0-1.0", SPDXID: "SPDXRef-DOCUMENT",
  name: $archive,
  documentNamespace: "https://github.com/ghsearch/ghsearch/spdx/\($archive)-\($commit)",
  creationInfo: {created: $date, creators: ["Organization: ghsearch"]},
  packages: $packages,
  relationships: (
    [{spdxElementId: "SPDXRef-DOCUMENT", relationshipType: "DESCRIBES",
      relatedSpdxElement: "SPDXRef-ghsearch"}]
    + [$packages[1:][] | {spdxElementId: "SPDXRef-ghsearch", relationshipType: "CONTAINS",
      relatedSpdxElement: .SPDXID}]
  )
}
