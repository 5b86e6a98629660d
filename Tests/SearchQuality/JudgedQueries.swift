/// A query, and the sandbox repositories that a user would want to find, best first.
package struct JudgedQuery: Sendable {
  /// The difficulty of a query.
  package enum Kind: String, Sendable, CaseIterable {
    /// A name, a similar one, or the beginning of one.
    case name, beginning
    /// A purpose, in the words of the topics and descriptions.
    case purpose
    /// Words that occur only in READMEs.
    case readme
    /// A language other than English.
    case language
    case typo
    /// Exclusions, alternatives and fields.
    case exclusion
    /// Words that the repository does not use.
    case synonym
    /// Words in the user's note about it.
    case note
    /// A sentence that describes a purpose.
    case question
  }

  package let kind: Kind
  /// The query as typed.
  package let text: String
  /// The full names of the expected repositories.
  package let expected: [String]
  /// Whether it is reserved for measuring a ranking that was tuned with the others.
  package let isKept: Bool

  private init(_ kind: Kind, _ text: String, _ expected: String...) {
    (self.kind, self.text, self.expected, isKept) = (kind, text, expected, false)
  }

  /// A question about ``questionRepositories``.
  init(question text: String, isKept: Bool, _ expected: [String]) {
    (kind, self.text, self.expected, self.isKept) = (.question, text, expected, isKept)
  }

  /// The queries other than questions.
  ///
  /// Written before the ranking was tuned; do not change them to suit it.
  package static let all: [Self] = [
    Self(.name, "fzf", "junegunn/fzf"),
    Self(.name, "vapor", "vapor/vapor"),
    Self(.name, "rust", "rust-lang/rust"),
    Self(.name, "react", "react/react", "react/create-react-app", "vercel/next.js"),
    Self(.name, "swift", "swiftlang/swift"),
    Self(.name, "vim", "vim/vim", "neovim/neovim", "junegunn/vim-plug"),
    Self(.name, "linux", "torvalds/linux"),
    Self(.name, "junegunn", "junegunn/fzf", "junegunn/vim-plug"),
    Self(.name, "swiftlint", "realm/SwiftLint"),
    Self(.name, "stable diffusion", "AUTOMATIC1111/stable-diffusion-webui", "Comfy-Org/ComfyUI"),
    Self(
      .name,
      "awesome",
      "sindresorhus/awesome",
      "vinta/awesome-python",
      "awesome-selfhosted/awesome-selfhosted"
    ),
    Self(.name, "design primer", "donnemartin/system-design-primer"),
    Self(.name, "algorithm club", "kodecocodes/swift-algorithm-club"),
    Self(.beginning, "ripg", "BurntSushi/ripgrep"),
    Self(.beginning, "lazyg", "jesseduffield/lazygit"),
    Self(.beginning, "kingf", "onevcat/Kingfisher"),
    Self(.beginning, "next.j", "vercel/next.js"),
    Self(.beginning, "jq", "jqlang/jq"),
    Self(.purpose, "fuzzy finder", "junegunn/fzf"),
    Self(.purpose, "json parser", "simdjson/simdjson", "nlohmann/json"),
    Self(.purpose, "json command line", "jqlang/jq"),
    Self(.purpose, "tiling window manager", "nikitabobko/AeroSpace", "ianyh/Amethyst"),
    Self(.purpose, "static site generator", "gohugoio/hugo", "jekyll/jekyll"),
    Self(.purpose, "video player mac", "iina/iina"),
    Self(.purpose, "menu bar", "exelban/stats", "jordanbaird/Ice", "shadowsocks/ShadowsocksX-NG"),
    Self(.purpose, "clipboard", "p0deje/Maccy"),
    Self(.purpose, "remote desktop", "rustdesk/rustdesk"),
    Self(.purpose, "media server", "jellyfin/jellyfin"),
    Self(.purpose, "web framework swift", "vapor/vapor"),
    Self(.purpose, "web framework go", "gin-gonic/gin"),
    Self(.purpose, "shell scripts mistakes", "koalaman/shellcheck"),
    Self(.purpose, "download videos", "ytdl-org/youtube-dl", "yt-dlp/yt-dlp"),
    Self(.purpose, "image cache ios", "onevcat/Kingfisher", "SDWebImage/SDWebImage"),
    Self(.purpose, "coding agent terminal", "anthropics/claude-code", "openai/codex"),
    Self(.purpose, "language models", "ollama/ollama", "langchain-ai/langchain", "langgenius/dify"),
    Self(.purpose, "charts", "ChartsOrg/Charts", "d3/d3"),
    Self(
      .purpose,
      "interview",
      "jwasham/coding-interview-university",
      "donnemartin/system-design-primer"
    ),
    Self(.purpose, "terminal multiplexer", "tmux/tmux"),
    Self(.purpose, "search engine", "elastic/elasticsearch"),
    Self(.purpose, "package manager python", "astral-sh/uv"),
    Self(.purpose, "self-hosted photos", "immich-app/immich"),
    Self(.purpose, "reactive swift", "ReactiveX/RxSwift", "ReactiveCocoa/ReactiveCocoa"),
    Self(.readme, "interactive rebase", "jesseduffield/lazygit"),
    Self(.readme, "cherry-pick", "jesseduffield/lazygit"),
    Self(.readme, "sponsorblock", "yt-dlp/yt-dlp"),
    Self(.readme, "finite automata", "BurntSushi/ripgrep"),
    Self(.readme, "certificate pinning", "Alamofire/Alamofire"),
    Self(.readme, "row level security", "supabase/supabase", "PostgREST/postgrest"),
    Self(.readme, "face recognition", "immich-app/immich"),
    Self(.readme, "e ink kindle", "koreader/koreader"),
    Self(.readme, "hole punching", "rustdesk/rustdesk"),
    Self(.readme, "flowchart nodes diffusion", "Comfy-Org/ComfyUI"),
    Self(.readme, "virtual machine qemu", "utmapp/UTM"),
    Self(.readme, "treesitter", "neovim/neovim"),
    Self(.readme, "single header json", "nlohmann/json"),
    Self(.readme, "raspberry pi ads", "pi-hole/pi-hole"),
    Self(.readme, "bloom filter", "trekhleb/javascript-algorithms"),
    Self(.readme, "caldav", "nextcloud/server"),
    Self(.readme, "event loop epoll", "libuv/libuv"),
    Self(.readme, "gpu filters blur", "BradLarson/GPUImage", "onevcat/Kingfisher"),
    Self(.readme, "\"in-memory data\"", "redis/redis"),
    Self(.readme, "\"peer-to-peer messaging\"", "permissionlesstech/bitchat"),
    Self(.readme, "gitignore", "github/gitignore", "junegunn/fzf", "BurntSushi/ripgrep"),
    Self(.readme, "websocket server", "vapor/vapor", "curl/curl", "rails/rails"),
    Self(.language, "机器学习", "jackfrued/Python-100-Days", "PKUFlyingPig/cs-self-learning"),
    Self(.language, "爬虫", "jackfrued/Python-100-Days"),
    Self(.language, "线程池", "Snailclimb/JavaGuide"),
    Self(.language, "面试", "Snailclimb/JavaGuide", "CyC2018/CS-Notes"),
    Self(.language, "二叉树", "youngyangyang04/leetcode-master"),
    Self(.language, "动态规划", "krahets/hello-algo", "youngyangyang04/leetcode-master"),
    Self(.language, "开源项目", "521xueweihan/HelloGitHub"),
    Self(.language, "鼠标", "Caldis/Mos"),
    Self(.language, "超解像", "nagadomi/waifu2x"),
    Self(.language, "スクロール", "Caldis/Mos"),
    Self(.language, "コマンドライン", "jlevy/the-art-of-command-line"),
    Self(.language, "화이트보드", "excalidraw/excalidraw"),
    Self(.language, "협업", "excalidraw/excalidraw"),
    Self(.language, "프록시", "shadowsocks/ShadowsocksX-NG"),
    Self(.language, "бесплатные книги", "EbookFoundation/free-programming-books"),
    Self(.language, "шифрованием", "simplex-chat/simplex-chat"),
    Self(.language, "برمجة", "EbookFoundation/free-programming-books"),
    Self(.language, "网络爬虫", "jackfrued/Python-100-Days"),
    Self(.language, "操作系统", "CyC2018/CS-Notes", "PKUFlyingPig/cs-self-learning"),
    Self(.language, "消息队列 redis", "Snailclimb/JavaGuide"),
    Self(.language, "购物车", "macrozheng/mall"),
    Self(.language, "телеканалы", "iptv-org/iptv"),
    Self(.language, "ニューラルネットワーク", "nagadomi/waifu2x"),
    Self(.language, "메뉴 막대", "shadowsocks/ShadowsocksX-NG"),
    Self(.language, "كتب برمجة", "EbookFoundation/free-programming-books"),
    Self(.typo, "fuzy finder", "junegunn/fzf"),
    Self(.typo, "ripgerp", "BurntSushi/ripgrep"),
    Self(.typo, "kuberentes", "kubernetes/kubernetes", "Kong/kong"),
    Self(.typo, "swfit lint", "realm/SwiftLint"),
    Self(.typo, "file manger windows", "files-community/Files"),
    Self(.typo, "terminal multiplexor", "tmux/tmux"),
    Self(
      .typo,
      "algoritms data structures",
      "trekhleb/javascript-algorithms",
      "kodecocodes/swift-algorithm-club"
    ),
    Self(.typo, "elasticserach", "elastic/elasticsearch"),
    Self(.typo, "tensroflow", "tensorflow/tensorflow"),
    Self(.typo, "clibpoard manager", "p0deje/Maccy"),
    Self(.typo, "postgress database", "supabase/supabase", "PostgREST/postgrest"),
    Self(.typo, "virtaul machine mac", "utmapp/UTM", "apple/container"),
    Self(.exclusion, "window manager -tiling", "rxhanson/Rectangle"),
    Self(.exclusion, "stable diffusion -comfyui", "AUTOMATIC1111/stable-diffusion-webui"),
    Self(.exclusion, "tiling window manager -i3", "ianyh/Amethyst"),
    Self(.exclusion, "static site generator -ruby", "gohugoio/hugo"),
    Self(.exclusion, "(hugo OR jekyll) -ruby", "gohugoio/hugo"),
    Self(.exclusion, "video downloader -\"fork of\"", "ytdl-org/youtube-dl"),
    Self(.exclusion, "reactive -swift", "vuejs/vue"),
    Self(
      .exclusion,
      "web framework -swift -go -ruby",
      "phoenixframework/phoenix",
      "laravel/framework",
      "dotnet/aspnetcore"
    ),
    Self(
      .exclusion,
      "topic:self-hosted photos OR topic:self-hosted media",
      "immich-app/immich",
      "jellyfin/jellyfin"
    ),
    Self(.exclusion, "name:json", "nlohmann/json", "SwiftyJSON/SwiftyJSON"),
    Self(.synonym, "k8s", "kubernetes/kubernetes", "Kong/kong"),
    Self(.synonym, "golang web framework", "gin-gonic/gin"),
    Self(.synonym, "js runtime", "nodejs/node", "denoland/deno", "oven-sh/bun"),
    Self(.synonym, "postgres rest", "PostgREST/postgrest", "supabase/supabase"),
    Self(
      .synonym,
      "ml python",
      "tensorflow/tensorflow",
      "huggingface/transformers",
      "apache/spark"
    ),
    Self(.synonym, "cpp json", "nlohmann/json", "simdjson/simdjson"),
    Self(.synonym, "csharp shell", "PowerShell/PowerShell"),
    Self(
      .synonym,
      "osx window manager",
      "nikitabobko/AeroSpace",
      "ianyh/Amethyst",
      "rxhanson/Rectangle"
    ),
    Self(.synonym, "vm mac", "utmapp/UTM", "apple/container"),
    Self(.note, "christmas", "godotengine/godot"),
    Self(.note, "grandma", "rustdesk/rustdesk"),
    Self(.note, "thesis plots", "d3/d3"),
    Self(.note, "at work", "vapor/vapor", "ReactiveX/RxSwift"),
    Self(.note, "migration from docker", "apple/container"),
    Self(.note, "instead of iterm", "tmux/tmux"),
    Self(.note, "kitchen tablet", "pi-hole/pi-hole"),
    Self(.note, "receipts", "tesseract-ocr/tesseract"),
    Self(.note, "note:json", "jqlang/jq"),
    Self(.note, "note:kotlin -android", "JetBrains/kotlin"),
    Self(.note, "\"too slow\"", "elastic/elasticsearch"),
    Self(.note, "recommended by anna", "astral-sh/uv", "BurntSushi/ripgrep"),
    Self(.note, "swift server at work", "vapor/vapor"),
    Self(.note, "旅行", "immich-app/immich"),
  ]

  /// The user's notes about some of the repositories.
  package static let notes = [
    "godotengine/godot": "the game for the kids, before Christmas",
    "rustdesk/rustdesk": "Helps grandma with her printer. Server runs on the old laptop.",
    "d3/d3": "The plots of my thesis (chapter 4) were made with this",
    "vapor/vapor": "the server we use at work; ask Ben before updating",
    "ReactiveX/RxSwift": "Only in the old app at work, to be removed",
    "apple/container": "candidate for our migration away from Docker Desktop",
    "tmux/tmux": "switched to this instead of iTerm's panes",
    "pi-hole/pi-hole": "runs beside the tablet in the kitchen",
    "tesseract-ocr/tesseract": "scanned receipts for the tax return",
    "jqlang/jq": "JSON of the weather station: see ~/bin/weather",
    "JetBrains/kotlin": "course in March: Kotlin Multiplatform",
    "elastic/elasticsearch": "tried for the archive, too slow on the small machine",
    "astral-sh/uv": "Anna recommended it over pip",
    "BurntSushi/ripgrep": "recommended by Anna, see the config in dotfiles",
    "immich-app/immich": "旅行の写真はここに入れる",
  ]
}
