/// Words with the frequencies of names and descriptions: a few everywhere, most hardly ever.
struct Lexicon {
  private let words: [String]
  /// The cumulative probability of the words (Zipf's law).
  private let cumulated: [Double]

  init(count: Int, using random: inout SplitMix64) {
    var all = Self.common
    var known = Set(all)
    while all.count < count {
      let word = Self.invented(using: &random)
      if known.insert(word).inserted { all.append(word) }
    }
    words = all
    var sum = 0.0
    cumulated = all.indices.map { place in
      sum += 1 / (Double(place) + 2.7)
      return sum
    }
  }

  /// Returns a word, common ones more often.
  func word(using random: inout SplitMix64) -> String {
    let point = random.fraction() * (cumulated.last ?? 0)
    var (low, high) = (0, words.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if cumulated[middle] < point { low = middle + 1 } else { high = middle }
    }
    return words[low]
  }

  /// Returns any word with equal probability, so nearly always a rare one.
  func anyWord(using random: inout SplitMix64) -> String {
    words[Int.random(in: 0..<words.count, using: &random)]
  }

  private static func invented(using random: inout SplitMix64) -> String {
    let count = [1, 2, 2, 2, 3, 3, 4].randomElement(using: &random) ?? 2
    let stem = (0..<count).map { _ in syllable(using: &random) }.joined()
    return stem + (endings.randomElement(using: &random) ?? "")
  }

  private static func syllable(using random: inout SplitMix64) -> String {
    (onsets.randomElement(using: &random) ?? "") + (rhymes.randomElement(using: &random) ?? "")
  }

  private static let onsets = split(
    "b c d f g h j k l m n p r s t v w z bl br ch cl cr dr fl fr gr pl pr qu sc sh sk sp st str th tr"
  )
  private static let rhymes = split(
    "a e i o u ai ea ee oo ar er or an en in on un at et it ot al el il ol as es is ack ell ing ow"
  )
  private static let endings =
    split("s ed er ing ly ify hub kit js py lab") + Array(repeating: "", count: 25)

  private static func split(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }

  /// Sorted by frequency, the most frequent first.
  private static let common = split(
    """
    a the for and of to in with python app javascript react api web server project java simple \
    library node using data go code client game android github docker framework learning website \
    tool machine typescript plugin test demo based swift rust management system django vue cli bot \
    config dotfiles analysis ios ui image linux windows network model deep search build template \
    starter open source tools html css page blog example examples tutorial awesome list course \
    algorithms editor vim emacs shell script scripts bash docs documentation generator parser json \
    xml yaml http https rest graphql grpc proxy cache database sql postgres mysql mongodb redis \
    sqlite orm auth oauth login user chat message email notification event stream queue kafka \
    cloud aws azure kubernetes terraform ansible helm monitoring metrics logging security crypto \
    blockchain ethereum bitcoin wallet contract solidity game engine graphics opengl vulkan shader \
    audio video player music downloader youtube twitter discord telegram slack spotify weather map \
    location calendar todo note notes markdown pdf csv excel chart graph visualization dashboard \
    admin panel theme icons fonts animation component components native flutter kotlin dart ruby \
    rails php laravel wordpress scala haskell elixir clojure lua perl julia matlab compiler \
    interpreter language syntax lexer runtime wasm kernel driver embedded arduino raspberry esp32 \
    robot drone sensor vision detection recognition classification segmentation transformer \
    attention language translation speech text nlp llm gpt chatbot agent vector embedding dataset \
    training benchmark performance profiling debug debugger testing mock unit integration ci \
    pipeline deploy deployment release version package manager dependency module bundle webpack \
    vite next nuxt svelte angular express fastapi flask spring boot microservice gateway socket \
    async concurrency thread parallel distributed raft consensus storage file filesystem backup \
    sync scraper crawler spider automation selenium playwright browser extension chrome firefox
    """
  )
}
