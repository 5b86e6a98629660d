extension JudgedQuery {
  /// Questions from people who know a purpose, but not the repository's words.
  ///
  /// They were written from the purpose, before the descriptions of ``questionRepositories`` and
  /// before the ranking was tuned; do not change them to suit it.
  package static let questions: [Self] = [
    question("how do I sync files between my computers without a cloud", "syncthing/syncthing"),
    question(
      "password manager I can host on my own server",
      "dani-garcia/vaultwarden",
      "bitwarden/server"
    ),
    kept("tool that blocks ads for every device at home", "pi-hole/pi-hole"),
    question("pick values out of a json response in the shell", "jqlang/jq"),
    question(
      "app for taking notes that keeps everything in local markdown files",
      "laurent22/joplin",
      "siyuan-note/siyuan",
      "logseq/logseq"
    ),
    kept("draw diagrams from plain text in documentation", "mermaid-js/mermaid"),
    question(
      "library for scraping web sites and extracting data in python",
      "scrapy/scrapy",
      "D4Vinci/Scrapling",
      "unclecode/crawl4ai"
    ),
    question(
      "run language models on my own laptop without internet",
      "ollama/ollama",
      "nomic-ai/gpt4all",
      "mudler/LocalAI",
      "ggml-org/llama.cpp"
    ),
    kept(
      "a faster replacement for grep that skips ignored files",
      "BurntSushi/ripgrep",
      "ggreer/the_silver_searcher"
    ),
    question("something like cat that shows code in color", "sharkdp/bat"),
    question("jump to the directories that I visit most often", "ajeetdsouza/zoxide"),
    kept("a prompt for my shell that is fast and easy to configure", "starship/starship"),
    question("search through my shell history on several machines", "atuinsh/atuin"),
    question("terminal file manager with previews of images", "sxyazi/yazi", "jarun/nnn"),
    kept("how to measure which of two commands is faster", "sharkdp/hyperfine"),
    question("monitor whether my websites are up and send an alert", "louislam/uptime-kuma"),
    question("send push notifications to my phone from a script", "binwiederhier/ntfy"),
    kept("share a file with a phone nearby", "localsend/localsend", "schollz/croc"),
    question(
      "encrypted backups of my server to cloud storage",
      "restic/restic",
      "duplicati/duplicati"
    ),
    question("copy files to google drive or s3 from the terminal", "rclone/rclone"),
    kept(
      "make a local server behind a firewall reachable from the internet",
      "fatedier/frp",
      "ehang-io/nps"
    ),
    question("trusted https certificates for development on localhost", "FiloSottile/mkcert"),
    question("test github actions on my own machine before pushing", "nektos/act"),
    kept("find passwords that were committed to git by accident", "gitleaks/gitleaks"),
    question("delete a big file from the history of a git repository", "rtyley/bfg-repo-cleaner"),
    question("why is my docker image so large and what is in its layers", "wagoodman/dive"),
    kept("terminal interface to manage a kubernetes cluster", "derailed/k9s"),
    question("scan my containers for known vulnerabilities", "aquasecurity/trivy"),
    question("safe place for the secrets and api keys of services", "hashicorp/vault"),
    kept(
      "describe cloud infrastructure as code",
      "hashicorp/terraform",
      "opentofu/opentofu"
    ),
    question("load testing of an http service", "grafana/k6", "wg/wrk", "gatling/gatling"),
    question("build command line programs with subcommands in go", "spf13/cobra"),
    kept("framework for terminal user interfaces in go", "charmbracelet/bubbletea"),
    question("print tables and progress bars with color from python", "Textualize/rich"),
    question("fix the command that I just typed wrong", "nvbn/thefuck"),
    kept(
      "how to turn the speech of a recording into text",
      "openai/whisper",
      "ggml-org/whisper.cpp",
      "mozilla/DeepSpeech"
    ),
    question(
      "read the text of scanned pictures",
      "tesseract-ocr/tesseract",
      "PaddlePaddle/PaddleOCR",
      "naptha/tesseract.js"
    ),
    question("merge and split pdf documents on my own server", "Stirling-Tools/Stirling-PDF"),
    kept("show a pdf document in a web page", "mozilla/pdf.js"),
    question("write slides for a talk in markdown", "slidevjs/slidev", "hakimel/reveal.js"),
    question("make animations that explain math in a video", "3b1b/manim"),
    kept("an alternative to latex for writing papers", "typst/typst"),
    question("compare code by its syntax instead of by lines", "Wilfred/difftastic"),
    question(
      "splits my terminal into panes and keeps sessions",
      "tmux/tmux",
      "zellij-org/zellij",
      "wezterm/wezterm"
    ),
    kept(
      "a terminal emulator that uses the graphics card",
      "alacritty/alacritty",
      "wezterm/wezterm"
    ),
    question("embedded database for analytics on csv and parquet files", "duckdb/duckdb"),
    question(
      "search engine for my shop that tolerates typos",
      "meilisearch/meilisearch",
      "typesense/typesense"
    ),
    kept(
      "which database is good for embeddings and similarity search",
      "milvus-io/milvus",
      "qdrant/qdrant",
      "chroma-core/chroma",
      "pgvector/pgvector",
      "facebookresearch/faiss"
    ),
    question("a data frame that is faster than pandas", "pola-rs/polars"),
    question("read comics and manga from my own server", "Kareadita/Kavita"),
    kept("learn vocabulary with flash cards", "ankitects/anki"),
    question(
      "a self hosted alternative to google photos",
      "immich-app/immich",
      "photoprism/photoprism",
      "ente/ente"
    ),
    question("record my screen as an animated gif", "NickeManarin/ScreenToGif", "ShareX/ShareX"),
    kept("take a screenshot on linux and draw arrows in it", "flameshot-org/flameshot"),
    question(
      "see and control my android phone from the computer",
      "Genymobile/scrcpy",
      "barry-ran/QtScrcpy"
    ),
    question("how can I play games for windows on linux", "ValveSoftware/Proton"),
    kept("make a usb stick bootable from an iso image", "ventoy/Ventoy", "pbatard/rufus"),
    question("change what the keys of my mac keyboard do", "pqrs-org/Karabiner-Elements"),
    question("stop my mac from going to sleep", "newmarcel/KeepingYouAwake"),
    kept("firewall for the mac that blocks outgoing connections", "objective-see/LuLu"),
    question("see what my computer sends over the network", "GyulyVGC/sniffnet"),
    question(
      "turn an android app back into java source code",
      "skylot/jadx",
      "iBotPeaches/Apktool"
    ),
    kept(
      "reverse engineering of binary programs",
      "NationalSecurityAgency/ghidra",
      "radareorg/radare2",
      "rizinorg/cutter"
    ),
    question("find the accounts of somebody by their user name", "sherlock-project/sherlock"),
    question("encode and decode data and compute hashes in the browser", "gchq/CyberChef"),
    kept("small library for dates and times in javascript", "iamkun/dayjs", "moment/moment"),
    question(
      "automate a browser for end to end tests",
      "microsoft/playwright",
      "cypress-io/cypress",
      "puppeteer/puppeteer",
      "SeleniumHQ/selenium"
    ),
    question("format my javascript code automatically", "prettier/prettier", "biomejs/biome"),
    kept("a very fast linter for python", "astral-sh/ruff"),
    question("send messages between browsers and a server in real time", "socketio/socket.io"),
    question(
      "manage the state of a react application",
      "reduxjs/redux",
      "pmndrs/zustand"
    ),
    kept("put an interactive map on my web site", "Leaflet/Leaflet"),
    question("query a database from typescript with checked types", "prisma/prisma"),
    question("asynchronous runtime for network services in rust", "tokio-rs/tokio"),
    kept("I want to write a game in rust", "bevyengine/bevy"),
    question("easy immediate mode gui for rust", "emilk/egui", "iced-rs/iced"),
    question("a good http client for dart", "cfug/dio"),
    kept("image loading library for android", "bumptech/glide"),
    question("draw charts in an android app", "PhilJay/MPAndroidChart"),
    question("run a fake aws on my machine to test against", "localstack/localstack"),
    kept("turn my sql database into a spreadsheet like airtable", "nocodb/nocodb"),
    question(
      "open source replacement for notion",
      "AppFlowy-IO/AppFlowy",
      "toeverything/AFFiNE"
    ),
    question(
      "try out the requests of a rest api like with postman",
      "hoppscotch/hoppscotch",
      "usebruno/bruno"
    ),
    kept("dashboards for the metrics of my servers", "grafana/grafana", "netdata/netdata"),
    question("look at the access log of my web server in real time", "allinurl/goaccess"),
    question(
      "program to download torrents",
      "qbittorrent/qBittorrent",
      "agalwood/Motrix",
      "aria2/aria2"
    ),
    kept("stream games from my pc to the tv", "LizardByte/Sunshine"),
    question("edit and synchronize the subtitles of a movie", "SubtitleEdit/subtitleedit"),
    question("enlarge a picture with ai", "upscayl/upscayl", "k4yt3x/video2x", "nagadomi/waifu2x"),
    kept(
      "what can I use to build desktop apps with web technology",
      "electron/electron",
      "tauri-apps/tauri",
      "wailsapp/wails"
    ),
  ]
}

private func question(_ text: String, _ expected: String...) -> JudgedQuery {
  JudgedQuery(question: text, isKept: false, expected)
}

/// Every third question, not used for tuning.
private func kept(_ text: String, _ expected: String...) -> JudgedQuery {
  JudgedQuery(question: text, isKept: true, expected)
}
