/// A query, and the sandbox repositories that a user would want to find, best first.
package struct JudgedQuery: Sendable {
  /// The query as typed.
  package let text: String
  /// The full names.
  package let expected: [String]

  private init(_ text: String, _ expected: String...) {
    (self.text, self.expected) = (text, expected)
  }

  /// Written before the ranking was tuned; do not change them to suit it.
  package static let all: [Self] = [
    // A known or nearly known name.
    Self("fzf", "junegunn/fzf"),
    Self("vapor", "vapor/vapor"),
    Self("rust", "rust-lang/rust"),
    Self("react", "react/react", "react/create-react-app", "vercel/next.js"),
    Self("swift", "swiftlang/swift"),
    Self("vim", "vim/vim", "neovim/neovim", "junegunn/vim-plug"),
    Self("linux", "torvalds/linux"),
    Self("junegunn", "junegunn/fzf", "junegunn/vim-plug"),
    Self("swiftlint", "realm/SwiftLint"),
    Self("stable diffusion", "AUTOMATIC1111/stable-diffusion-webui", "Comfy-Org/ComfyUI"),
    Self(
      "awesome",
      "sindresorhus/awesome",
      "vinta/awesome-python",
      "awesome-selfhosted/awesome-selfhosted"
    ),
    Self("design primer", "donnemartin/system-design-primer"),
    Self("algorithm club", "kodecocodes/swift-algorithm-club"),
    // An incomplete name.
    Self("ripg", "BurntSushi/ripgrep"),
    Self("lazyg", "jesseduffield/lazygit"),
    Self("kingf", "onevcat/Kingfisher"),
    Self("next.j", "vercel/next.js"),
    Self("jq", "jqlang/jq"),
    // A purpose, in the words of the topics and descriptions.
    Self("fuzzy finder", "junegunn/fzf"),
    Self("json parser", "simdjson/simdjson", "nlohmann/json"),
    Self("json command line", "jqlang/jq"),
    Self("tiling window manager", "nikitabobko/AeroSpace", "ianyh/Amethyst"),
    Self("static site generator", "gohugoio/hugo", "jekyll/jekyll"),
    Self("video player mac", "iina/iina"),
    Self("menu bar", "exelban/stats", "jordanbaird/Ice", "shadowsocks/ShadowsocksX-NG"),
    Self("clipboard", "p0deje/Maccy"),
    Self("remote desktop", "rustdesk/rustdesk"),
    Self("media server", "jellyfin/jellyfin"),
    Self("web framework swift", "vapor/vapor"),
    Self("web framework go", "gin-gonic/gin"),
    Self("shell scripts mistakes", "koalaman/shellcheck"),
    Self("download videos", "ytdl-org/youtube-dl", "yt-dlp/yt-dlp"),
    Self("image cache ios", "onevcat/Kingfisher", "SDWebImage/SDWebImage"),
    Self("coding agent terminal", "anthropics/claude-code", "openai/codex"),
    Self("language models", "ollama/ollama", "langchain-ai/langchain", "langgenius/dify"),
    Self("charts", "ChartsOrg/Charts", "d3/d3"),
    Self("interview", "jwasham/coding-interview-university", "donnemartin/system-design-primer"),
    Self("terminal multiplexer", "tmux/tmux"),
    Self("search engine", "elastic/elasticsearch"),
    Self("package manager python", "astral-sh/uv"),
    Self("self-hosted photos", "immich-app/immich"),
    Self("reactive swift", "ReactiveX/RxSwift", "ReactiveCocoa/ReactiveCocoa"),
    // Words that occur only in READMEs.
    Self("interactive rebase", "jesseduffield/lazygit"),
    Self("cherry-pick", "jesseduffield/lazygit"),
    Self("sponsorblock", "yt-dlp/yt-dlp"),
    Self("finite automata", "BurntSushi/ripgrep"),
    Self("certificate pinning", "Alamofire/Alamofire"),
    Self("row level security", "supabase/supabase", "PostgREST/postgrest"),
    Self("face recognition", "immich-app/immich"),
    Self("e ink kindle", "koreader/koreader"),
    Self("hole punching", "rustdesk/rustdesk"),
    Self("flowchart nodes diffusion", "Comfy-Org/ComfyUI"),
    Self("virtual machine qemu", "utmapp/UTM"),
    Self("treesitter", "neovim/neovim"),
    Self("single header json", "nlohmann/json"),
    Self("raspberry pi ads", "pi-hole/pi-hole"),
    Self("bloom filter", "trekhleb/javascript-algorithms"),
    Self("caldav", "nextcloud/server"),
    Self("event loop epoll", "libuv/libuv"),
    Self("gpu filters blur", "BradLarson/GPUImage", "onevcat/Kingfisher"),
    Self("\"in-memory data\"", "redis/redis"),
    Self("\"peer-to-peer messaging\"", "permissionlesstech/bitchat"),
    Self("gitignore", "github/gitignore", "junegunn/fzf", "BurntSushi/ripgrep"),
    Self("websocket server", "vapor/vapor", "curl/curl", "rails/rails"),
    // Other scripts.
    Self("机器学习", "jackfrued/Python-100-Days", "PKUFlyingPig/cs-self-learning"),
    Self("爬虫", "jackfrued/Python-100-Days"),
    Self("线程池", "Snailclimb/JavaGuide"),
    Self("面试", "Snailclimb/JavaGuide", "CyC2018/CS-Notes"),
    Self("二叉树", "youngyangyang04/leetcode-master"),
    Self("动态规划", "krahets/hello-algo", "youngyangyang04/leetcode-master"),
    Self("开源项目", "521xueweihan/HelloGitHub"),
    Self("鼠标", "Caldis/Mos"),
    Self("超解像", "nagadomi/waifu2x"),
    Self("スクロール", "Caldis/Mos"),
    Self("コマンドライン", "jlevy/the-art-of-command-line"),
    Self("화이트보드", "excalidraw/excalidraw"),
    Self("협업", "excalidraw/excalidraw"),
    Self("프록시", "shadowsocks/ShadowsocksX-NG"),
    Self("бесплатные книги", "EbookFoundation/free-programming-books"),
    Self("шифрованием", "simplex-chat/simplex-chat"),
    Self("برمجة", "EbookFoundation/free-programming-books"),
  ]
}
