import GRDB
import GitHubModel

/// Synonyms for the words of a query: common abbreviations, and topics that nearly always occur
/// with a given topic.
struct Synonyms {
  /// Synonyms by word in lowercase.
  typealias Words = [String: [String]]

  let database: Database

  /// The synonyms; words without any are omitted.
  func of(_ terms: [LocalQuery.Term]) throws -> Words {
    var found: Words = [:]
    for term in terms where !term.isPhrase {
      let word = term.text.lowercased()
      let synonyms = try Self.table[word, default: []] + companions(of: word)
      if !synonyms.isEmpty { found[word] = synonyms }
    }
    return found
  }

  /// The synonyms and agent nouns, such as `scanner` for `scan`, for queries in which some words
  /// suffice.
  func withDoers(of terms: [LocalQuery.Term]) throws -> Words {
    var found = try of(terms)
    for term in terms where !term.isPhrase {
      let word = term.text.lowercased()
      found[word, default: []] += EnglishWord.doers(of: word)
    }
    return found
  }

  /// The topics that most repositories with a topic have, and that rarely occur without it.
  private func companions(of word: String) throws -> [String] {
    let lists = try topics(with: word)
    guard lists.count >= Self.minCount else { return [] }
    var counts: [String: Int] = [:]
    for topic in lists.joined() where topic != word { counts[topic, default: 0] += 1 }
    let frequent = counts.filter { $0.value * 2 > lists.count }.sorted { $0.value > $1.value }
    return try frequent.prefix(Self.maxCompanions).map(\.key).filter { topic in
      let lists = try topics(with: topic)
      return lists.count { $0.contains(word) } * 2 > lists.count
    }
  }

  /// The topics of some repositories with a given topic.
  private func topics(with topic: String) throws -> [[String]] {
    let words = try StarWords.tokens(topic, in: database)
    if words.isEmpty { return [] }
    let pattern = "topics : \"\(words.joined(separator: " "))\""
    return try database.rows(
      """
      SELECT repository.topics FROM fact_index
      CROSS JOIN repository ON repository.id = fact_index.rowid
      WHERE fact_index MATCH \(pattern) AND repository.topics IS NOT NULL LIMIT \(Self.maxRows)
      """
    )
    .compactMap { $0.value(0, String.self)?.split(separator: "\n").map { $0.lowercased() } }
    .filter { $0.contains(topic) }
  }

  /// The minimum number of repositories; fewer are not significant.
  private static let minCount = 4
  private static let maxCompanions = 3
  /// The number of rows read, enough to determine a majority.
  private static let maxRows = 60

  private static let table: [String: [String]] = {
    var table: [String: [String]] = [:]
    for pair in pairs.split(separator: "\n") {
      let sides = pair.split(separator: "=").map(String.init)
      guard sides.count == 2 else { continue }
      table[sides[0], default: []].append(sides[1])
      table[sides[1], default: []].append(sides[0])
    }
    return table
  }()

  /// The pairs, each used in both directions; at most 100.
  private static let pairs = """
    k8s=kubernetes
    js=javascript
    ts=typescript
    go=golang
    py=python
    rb=ruby
    rs=rust
    c++=cpp
    c#=csharp
    f#=fsharp
    .net=dotnet
    objc=objective-c
    ml=machine learning
    dl=deep learning
    ai=artificial intelligence
    nlp=natural language processing
    llm=language model
    llms=language models
    cv=computer vision
    ocr=text recognition
    tts=text to speech
    stt=speech to text
    db=database
    dbms=database
    postgres=postgresql
    pg=postgresql
    mongo=mongodb
    es=elasticsearch
    vm=virtual machine
    vms=virtual machines
    os=operating system
    osx=macos
    mac=macos
    win=windows
    ui=user interface
    gui=user interface
    tui=terminal
    cli=command line
    shell=terminal
    console=terminal
    regex=regular expression
    regexp=regular expression
    repo=repository
    config=configuration
    dotfiles=configuration
    docs=documentation
    auth=authentication
    oauth=authentication
    sso=single sign-on
    i18n=internationalization
    l10n=localization
    a11y=accessibility
    ci=continuous integration
    iac=infrastructure as code
    tf=terraform
    gh=github
    vcs=version control
    ide=editor
    vscode=visual studio code
    nvim=neovim
    lsp=language server
    wasm=webassembly
    pdf=portable document format
    md=markdown
    img=image
    photos=pictures
    pic=picture
    picture=image
    folder=directory
    computer=machine
    phone=mobile
    rss=feed reader
    p2p=peer-to-peer
    e2ee=end-to-end encryption
    vpn=proxy
    api=interface
    sdk=library
    lib=library
    orm=object-relational mapping
    k3s=kubernetes
    grpc=rpc
    ssg=static site generator
    cms=content management
    spa=single page application
    pwa=progressive web app
    3d=three dimensions
    gfx=graphics
    fs=file system
    wm=window manager
    pkg=package
    deps=dependencies
    perf=performance
    env=environment
    async=asynchronous
    algo=algorithm
    algos=algorithms
    selfhosted=self-hosted
    frontend=front-end
    backend=back-end
    devops=deployment
    """
}
