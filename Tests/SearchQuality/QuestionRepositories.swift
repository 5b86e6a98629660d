extension JudgedQuery {
  /// The repositories that the questions are about, added to the sandbox's stars: name, language,
  /// topics, and a description in the style of the real one.
  ///
  /// The second part covers the same subjects without answering any question.
  package static let questionRepositories = """
    syncthing/syncthing|Go|p2p,synchronization,peer-to-peer|Continuous file synchronization between devices, open and decentralized
    dani-garcia/vaultwarden|Rust|bitwarden,rocket,docker,passwords|Unofficial server compatible with Bitwarden clients, written in Rust
    bitwarden/server|C#|bitwarden,api,sql-server|Backend of Bitwarden: API, database and the core of its infrastructure
    pi-hole/pi-hole|Shell|ad-blocker,dns-server,raspberry-pi,dnsmasq,blocker|DNS sinkhole for a network that keeps advertising away from all clients
    jqlang/jq|C|jq|JSON processor for the command line
    laurent22/joplin|TypeScript|note-taking,markdown,sync,electron,evernote|Notebook application with end-to-end encrypted synchronisation for desktop and mobile, written in Markdown
    siyuan-note/siyuan|TypeScript|notebook,local-first,markdown,note-taking,self-hosted|Personal knowledge management that puts privacy first and can be hosted by yourself
    logseq/logseq|Clojure|knowledge-base,graph,outliner,markdown,org-mode,local-first|An outliner for knowledge, kept as plain files on your disk
    mermaid-js/mermaid|TypeScript|diagrams,flowchart,uml,markdown,sequence-diagram,documentation|Generates flowcharts and sequence diagrams from text, much like markdown
    scrapy/scrapy|Python|crawler,crawling,scraping,web-scraping,framework|High-level framework for web crawling and scraping
    D4Vinci/Scrapling|Python|web-scraping,crawler,automation,data-extraction|Adaptive web scraping, from one request to a full crawl
    unclecode/crawl4ai|Python||Web crawler and scraper whose output is friendly to LLMs
    ollama/ollama|Go|llm,llama,golang,local|Starts Llama, Gemma, Qwen and other open models with one command
    nomic-ai/gpt4all|C++|llm-inference,ai-chat|Chat with LLMs on an ordinary desktop; no cloud needed
    mudler/LocalAI|Go|llm,api,ai,self-hosted|Drop-in alternative to OpenAI that runs models on consumer hardware, without a GPU
    BurntSushi/ripgrep|Rust|cli,regex,search,grep,command-line-tool,recursively-search|Line-oriented search of whole trees for a regex, mindful of gitignore
    ggreer/the_silver_searcher|C|search,command-line-tool,code-search|Code search in the manner of ack, at higher speed
    sharkdp/bat|Rust|cli,terminal,syntax-highlighting,command-line,git|A clone of cat(1) with wings
    ajeetdsouza/zoxide|Rust|cd,autojump,shell,zsh,fish,command-line-tool,jump|A smarter cd command for all major shells
    starship/starship|Rust|shell-prompt,zsh-theme,bash,fish,powershell|One customizable prompt for every shell, quick and small
    atuinsh/atuin|Rust|history,shell,zsh,bash,sync|Magical shell history
    sxyazi/yazi|Rust|terminal,file-manager,tui,file-explorer,async|File manager for the terminal, asynchronous through and through, with image preview and plugins
    jarun/nnn|C|file-manager,terminal,ncurses,disk-usage,file-browser|The unorthodox file manager for the terminal
    sharkdp/hyperfine|Rust|benchmark,command-line,tool,terminal|Benchmarks for the command line
    louislam/uptime-kuma|JavaScript|monitoring,uptime,self-hosted,docker,responsive|Fancy monitoring tool for uptime that you host yourself
    binwiederhier/ntfy|Go|push-notifications,rest-api,curl,self-hosted,notifications|Push notifications to phone or desktop by PUT or POST
    localsend/localsend|Dart|file-sharing,airdrop,cross-platform,flutter|Open-source alternative to AirDrop on every platform
    schollz/croc|Go|file-sharing,transfer,p2p,encryption,pake|File transfer between any two computers through a relay, with end-to-end encryption
    restic/restic|Go|backup,dedupe,deduplication,secure-by-default,go|Fast, secure and efficient backup program
    duplicati/duplicati|C#|backup,cloud,encryption,aes-256,compression|Stores encrypted backups on many cloud storage services
    rclone/rclone|Go|cloud-storage,sync,s3,google-drive,dropbox,webdav,fuse|Synchronizes with over 70 cloud storage providers, among them Google Drive, S3 and Dropbox
    fatedier/frp|Go|reverse-proxy,nat,firewall,tunnel,expose,http-proxy|A fast reverse proxy that exposes a server behind NAT or a firewall to the internet
    ehang-io/nps|Go|proxy,tunnel,intranet,nat,socks5|Lightweight proxy server for intranet penetration with a web console
    FiloSottile/mkcert|Go|https,certificates,tls,localhost,local-development|Makes certificates that your browsers trust, for local development, without configuration
    nektos/act|Go|github-actions,ci,golang,devops|Executes the workflows of GitHub Actions on a local Docker
    gitleaks/gitleaks|Go|secret,security,git,devsecops,dlp,ci-cd|Detects secrets in git repositories
    rtyley/bfg-repo-cleaner|Scala|git,git-filter-branch|Rids Git history of oversized blobs and leaked credentials, quicker than git-filter-branch
    wagoodman/dive|Go|docker,docker-image,explorer,tui,inspector|Explore each layer of a docker image
    derailed/k9s|Go|kubernetes,k8s,kubernetes-cli,golang|Watch and manage Kubernetes clusters from a text interface
    aquasecurity/trivy|Go|security,vulnerability-scanners,docker,containers,sbom,iac|Finds vulnerabilities, misconfigurations, secrets and SBOMs in containers, Kubernetes, code and clouds
    hashicorp/vault|Go|secrets,vault,go|Central store of secrets with leases, revocation and an audit log
    hashicorp/terraform|Go|terraform,infrastructure-as-code,cloud,cloud-management|Plans and applies infrastructure from declarative configuration
    opentofu/opentofu|Go|iac,infrastructure-as-code,terraform|Community fork of Terraform: declarative infrastructure for any cloud
    grafana/k6|Go|load-testing,performance,load-generator,javascript,golang|Load tests as JavaScript, run by a fast engine
    wg/wrk|C||Modern benchmark for HTTP
    gatling/gatling|Scala|load-testing,performance-testing,http,scala|Simulates many users for load tests written as code
    spf13/cobra|Go|cli,command-line,subcommands,posix,golang|A Commander for modern CLI interactions in Go
    charmbracelet/bubbletea|Go|tui,cli,elm-architecture,functional,framework|Functional TUI framework after the Elm architecture
    Textualize/rich|Python|terminal,tables,progress-bar,markdown,syntax-highlighting,ansi-colors|Formats text, tables and tracebacks for the terminal
    nvbn/thefuck|Python|shell,python|Corrects errors in the previous console command
    openai/whisper|Python||Robust speech recognition by large-scale weak supervision
    ggml-org/whisper.cpp|C++|openai,speech-recognition,speech-to-text,transformer,inference|OpenAI's Whisper model ported to C and C++
    mozilla/DeepSpeech|C++|speech-recognition,speech-to-text,tensorflow,offline,embedded|Speech-to-text engine for embedded devices that works offline
    tesseract-ocr/tesseract|C++|ocr,tesseract,ocr-engine,lstm,machine-learning|Tesseract OCR engine
    PaddlePaddle/PaddleOCR|Python|ocr,document-parsing,pdf2markdown,chineseocr|OCR and document understanding in more than 100 languages, output for language models
    naptha/tesseract.js|JavaScript|ocr,webassembly,javascript,deep-learning|Pure JavaScript OCR for many languages
    Stirling-Tools/Stirling-PDF|Java|pdf,pdf-tools,docker,self-hosted,merge,split|Web application with dozens of operations on PDF files: merge, split, rotate, convert
    mozilla/pdf.js|JavaScript|pdf,viewer,javascript,html5|Renders PDF with web standards in JavaScript
    slidevjs/slidev|TypeScript|slides,presentation,markdown,vue,developer-tools|Presentations for developers, powered by Markdown and Vue
    hakimel/reveal.js|JavaScript|slides,presentation,html,slideshow|Framework for presentations in HTML
    3b1b/manim|Python|animation,3b1b-videos,explanatory-math-videos|Animation engine for explanatory videos about math
    typst/typst|Rust|typesetting,markup,compiler,latex-alternative|Typesetting from concise markup, compiled in an instant
    Wilfred/difftastic|Rust|diff,tree-sitter,structural|Diff that compares syntax trees
    tmux/tmux|C|terminal,multiplexer|Terminal multiplexer: sessions, windows and panes
    zellij-org/zellij|Rust|multiplexer,terminal,workspace,wasm|Workspace for the terminal with layouts, panes and plugins
    alacritty/alacritty|Rust|terminal-emulators,gpu,opengl,vte|Terminal emulator on OpenGL for all desktops, with sensible defaults
    wezterm/wezterm|Rust|terminal,terminal-emulators,multiplexer,lua,gpu|Terminal emulator and multiplexer that renders on the GPU, configured in Lua
    duckdb/duckdb|C++|sql,database,olap,analytics,embedded-database|Analytical SQL within the process, straight on CSV, Parquet and JSON
    meilisearch/meilisearch|Rust|search-engine,typo-tolerance,instantsearch,full-text-search,faceting|Search API that answers as you type, forgiving of typos
    typesense/typesense|C++|search-engine,fuzzy-search,typo-tolerance,instantsearch|In-memory search engine with typo tolerance, an open alternative to Algolia
    milvus-io/milvus|Go|vector-database,embedding-similarity,nearest-neighbor-search,faiss|Vector database made for billions of embeddings, cloud native
    qdrant/qdrant|Rust|vector-search,neural-search,embeddings-similarity,search-engine|Vector search engine with payload filters, offered as a service with an API
    chroma-core/chroma|Rust|vector-database,embeddings,document-retrieval,ai|Embedding database for AI applications
    pgvector/pgvector|C|nearest-neighbor-search,approximate-nearest-neighbor-search|Postgres extension for nearest neighbors of vectors
    facebookresearch/faiss|C++||Clustering and similarity search of dense vectors, on CPU and GPU
    pola-rs/polars|Rust|dataframe,dataframe-library,arrow,python,out-of-core|DataFrames with lazy queries on all cores
    Kareadita/Kavita|C#|manga-reader,comics,ebook-reader,self-hosted,epub|A cross-platform reading server for manga, comics, magazines and books
    ankitects/anki|Rust|flashcards,spaced-repetition,language-learning|Flashcards, scheduled by spaced repetition
    immich-app/immich|TypeScript|photos,google-photos,backup-tool,self-hosted,photo-gallery|Photo and video library with automatic backup from phones, hosted by yourself
    photoprism/photoprism|Go|photography,photo-gallery,self-hosted,google-photos,ai|AI-powered photos app for the decentralized web
    ente/ente|Dart|end-to-end-encryption,photos,google-photos-alternative,authenticator|End-to-end encrypted photo storage and authenticator codes
    NickeManarin/ScreenToGif|C#|screen-recorder,gif-recorder,gif,webcam|Screen, webcam and sketchboard recorder with an editor, saves gif and video
    ShareX/ShareX|C#|screenshot,screen-capture,gif-recorder,screen-recorder,ocr,url-shortener|Captures or records any area of your screen and shares it with one key
    flameshot-org/flameshot|C++|screenshot,screenshots,linux,annotation,qt|Powerful but simple screenshot software
    Genymobile/scrcpy|C|android,mirroring,screen,recording,adb|Mirrors Android devices over USB or TCP and passes on keyboard and mouse
    barry-ran/QtScrcpy|C++|android,display,mirroring,remote-control,qt|Android real-time display and control software
    ValveSoftware/Proton|C++|steam,wine,gaming|Runs Windows titles of Steam by means of Wine
    ventoy/Ventoy|C|bootable-usb,bootloader,iso,uefi,usb|Boots ISO files from a USB drive that is prepared once
    pbatard/rufus|C|windows,usb,iso,format,dos|Formats USB drives and makes them bootable
    pqrs-org/Karabiner-Elements|C++|macos,keyboard,keyremap|Keyboard customizer for macOS: rules for any key
    newmarcel/KeepingYouAwake|Objective-C|macos,caffeine,sleep,menubar|Menu bar utility against the sleep of your Mac
    objective-see/LuLu|Objective-C|firewall,macos,security|Open firewall for macOS that asks before a program connects out
    GyulyVGC/sniffnet|Rust|network-monitoring,traffic-analysis,packet-sniffer,gui|Comfortably monitor your Internet traffic
    skylot/jadx|Java|android,decompiler,apk,dex,reverse-engineering|Command line and GUI decompiler from Dex to Java
    iBotPeaches/Apktool|Java|android,apk,reverse-engineering,smali|Reverse engineering of Android apk files
    NationalSecurityAgency/ghidra|Java|reverse-engineering,software-analysis,disassembler|Suite for software reverse engineering with disassembler and decompiler
    radareorg/radare2|C|reverse-engineering,disassembler,binary-analysis,forensics,debugger|Toolset for reverse engineering on the command line: disassemble, debug, patch
    rizinorg/cutter|C++|reverse-engineering,disassembler,qt,rizin,binary-analysis|Graphical platform for reverse engineering on top of rizin
    sherlock-project/sherlock|Python|osint,reconnaissance,usernames,social-media|Looks up a username on hundreds of social networks
    gchq/CyberChef|JavaScript|encoding,encryption,hashing,compression,data-analysis,data-manipulation|Web app with recipes of operations: encryption, encoding, compression, hashing, analysis
    iamkun/dayjs|JavaScript|date,time,datetime,moment,immutable,date-formatting|Tiny immutable date library with the API of Moment
    moment/moment|JavaScript|date,time,time-manipulation|Date parsing, arithmetic and display for JavaScript; in maintenance
    microsoft/playwright|TypeScript|testing,e2e-testing,automation,chromium,webkit,firefox,end-to-end-testing|Drives Chromium, Firefox and WebKit for web tests through one API
    cypress-io/cypress|TypeScript|test-automation,end-to-end-testing,test-runner,angular|Test runner for everything in a browser, with time travel
    puppeteer/puppeteer|TypeScript|headless-chrome,automation,testing,web|Controls Chrome or Firefox from Node
    SeleniumHQ/selenium|Java|webdriver,selenium,web,test-automation|A framework and ecosystem for browser automation
    prettier/prettier|JavaScript|formatter,javascript,typescript,css,ast,printer|Code formatter with few options and many languages
    biomejs/biome|Rust|linter,formatter,javascript,typescript,static-code-analysis|Linter and formatter for web projects in one executable
    astral-sh/ruff|Rust|linter,python,pep8,static-analysis,styleguide|Python linting and formatting at the speed of Rust
    socketio/socket.io|TypeScript|websocket,nodejs,socket-io,javascript|Realtime application framework for Node.js servers
    reduxjs/redux|TypeScript|redux,javascript,react|Predictable container for global state in JS applications
    pmndrs/zustand|TypeScript|react,state-management,hooks,redux|Small and quick state management with hooks
    Leaflet/Leaflet|JavaScript|maps,javascript,mobile,gis|Interactive maps for desktop and mobile browsers, in 42 KB of JavaScript
    prisma/prisma|TypeScript|orm,postgresql,database,sql,query-builder,nodejs|ORM for Node.js and TypeScript with a schema, migrations and a typed client
    tokio-rs/tokio|Rust|asynchronous,networking,rust|Event-driven platform for asynchronous I/O, timers and scheduling
    bevyengine/bevy|Rust|game-engine,gamedev,game-development,ecs|Data-driven game engine with an entity component system
    emilk/egui|Rust|gui,imgui,wasm,egui,gamedev|Immediate mode GUI for native programs and the web
    iced-rs/iced|Rust|gui,elm,user-interface,toolkit,widgets,graphics|GUI library with the architecture of Elm, for all platforms
    cfug/dio|Dart|http,network,interceptor,flutter,middleware|HTTP networking for Dart with interceptors, uploads, timeouts and adapters
    bumptech/glide|Java||Fetches, decodes and caches images for smooth lists on Android
    PhilJay/MPAndroidChart|Java|android,chart,graph,line-chart,pie-chart|A powerful view with line, bar, pie, radar and candlestick charts for Android
    localstack/localstack|Python|aws,cloud,continuous-integration,testing,localstack|Emulates AWS services in one container for development and tests
    nocodb/nocodb|TypeScript|airtable-alternative,no-code,spreadsheet,postgresql,mysql|A free and self-hostable Airtable alternative
    AppFlowy-IO/AppFlowy|Dart|notion,notion-alternative,productivity,flutter,rust|AI workspace for projects, wikis and teams where you keep control of your data
    toeverything/AFFiNE|TypeScript|notion-alternative,knowledge-base,whiteboard,miro,editor|Knowledge base beyond Notion and Miro to plan, sort and create
    hoppscotch/hoppscotch|TypeScript|api-client,rest,graphql,websocket,http,postman-alternative|API development ecosystem, open source
    usebruno/bruno|JavaScript|api-client,git,openapi,http-client,postman-alternative|Offline client for API exploration whose collections are files in git
    grafana/grafana|TypeScript|monitoring,metrics,dashboard,prometheus,alerting,analytics|Dashboards over many data sources, with alerts, logs and traces
    netdata/netdata|Go|monitoring,observability,linux,prometheus,alerting|Per-second metrics of systems and containers, with dashboards and alerts
    allinurl/goaccess|C|web-analytics,nginx,apache,command-line,ncurses,dashboard|Analyzer of web server logs with live reports in the terminal and as HTML
    qbittorrent/qBittorrent|C++|bittorrent,torrent,qt,p2p,bittorrent-client|Client for BitTorrent with a desktop and a web interface
    LizardByte/Sunshine|C++|moonlight,gamestream,nvenc,streaming|Host for Moonlight that streams games with low latency
    SubtitleEdit/subtitleedit|C#|subtitles,subtitle-editor,video,captions|Editor for subtitles with waveform, spell check and conversion
    upscayl/upscayl|TypeScript|upscale,image-upscaling,real-esrgan,electron,ai|Desktop program that upscales images with AI
    k4yt3x/video2x|C++|upscale-video,super-resolution,real-esrgan,frame-interpolation,machine-learning|Machine-learning framework for super resolution of video and frame interpolation
    electron/electron|C++|electron,chrome,css,html,javascript,v8|Desktop applications for every platform from JavaScript, HTML and CSS
    tauri-apps/tauri|Rust|webview,desktop-app,web-frontend,rust|Desktop and mobile applications with a web frontend and a Rust core

    caddyserver/caddy|Go|web-server,https,tls,reverse-proxy,automatic-https|Web server that obtains and renews certificates by itself
    nginx/nginx|C|web-server,http,load-balancer,reverse-proxy|HTTP server and load balancer
    traefik/traefik|Go|reverse-proxy,load-balancer,docker,kubernetes,letsencrypt|Edge router that configures itself from containers
    moby/moby|Go|docker,containers,go|The engine under Docker, as components to build container systems
    prometheus/prometheus|Go|monitoring,metrics,alerting,time-series|Scrapes metrics into time series and evaluates alerts
    minio/minio|Go|s3,object-storage,cloud-storage,kubernetes|Object store with the API of S3
    pocketbase/pocketbase|Go|backend,authentication,realtime,sqlite|Realtime backend in one file
    go-gitea/gitea|Go|git,self-hosted,github,devops|Git hosting with reviews, packages and pipelines for your own server
    jesseduffield/lazydocker|Go|docker,tui,terminal|Panes and keys for docker and compose
    etcd-io/etcd|Go|distributed-systems,key-value,raft,consensus|Consistent key-value store for clusters
    gogs/gogs|Go|git,self-hosted,gitlab|A Git service in a single binary that needs little memory
    evanw/esbuild|Go|bundler,minifier,javascript,typescript|Bundles and minifies JavaScript in milliseconds
    gofiber/fiber|Go|web-framework,express,fasthttp|Web framework in the style of Express
    go-gorm/gorm|Go|orm,gorm,golang,database|ORM for Go with associations, hooks and migrations
    docker/compose|Go|docker,orchestration,compose|Starts several containers from one file
    tailscale/tailscale|Go|vpn,wireguard,2fa,sso|Mesh VPN on WireGuard with sign-in by your identity provider
    juanfont/headscale|Go|tailscale,wireguard,vpn|Control server for Tailscale clients under your own roof
    filebrowser/filebrowser|Go|file-manager,web,self-hosted|Web file browser
    seaweedfs/seaweedfs|Go|distributed-storage,s3,object-storage,fuse|Fast distributed storage for blobs, objects and files, with cloud tiering
    k3s-io/k3s|Go|kubernetes,k8s|Lightweight Kubernetes
    podman-container-tools/podman|Go|containers,docker,oci,linux|Containers and pods without a daemon
    helm/helm|Go|kubernetes,charts,package-manager|Packages and releases for Kubernetes
    hashicorp/consul|Go|service-discovery,service-mesh,api-gateway|Service discovery, health checks and mesh
    micro-editor/micro|Go|editor,terminal,text-editor,lua|Text editor for the terminal with familiar keys
    grafana/loki|Go|logs,logging,prometheus,cloudnative|Log aggregation that indexes labels only
    authelia/authelia|Go|sso,2fa,openid-connect,reverse-proxy|Login portal with a second factor in front of web applications
    fyne-io/fyne|Go|gui,toolkit,cross-platform,material-design|GUI toolkit in Go that follows Material Design
    wailsapp/wails|Go|gui,desktop,webview,golang|Create beautiful applications with Go and web technologies
    harness/harness|Go|git,ci,devops|Source control, pipelines and registries in one platform
    projectdiscovery/nuclei|Go|vulnerability-scanner,security,pentest|Scans targets for vulnerabilities by templates
    abiosoft/colima|Go|containers,macos,docker,kubernetes|Docker and Kubernetes on a Mac by a hidden virtual machine
    chubin/wttr.in|Go|weather,terminal,curl|Weather forecast for curl
    usememos/memos|Go|notes,markdown,self-hosted,microblog|Self-hosted notes with which your thoughts stay yours
    warpdotdev/warp|Rust|terminal,shell,rust|Terminal with blocks, completions and agents
    tw93/Pake|Rust|desktop,webview,tauri|Packs a web page as a small desktop application
    helix-editor/helix|Rust|editor,modal,kakoune,text-editor|Modal text editor with selections first and language servers built in
    sharkdp/fd|Rust|cli,find,filesystem,regex,terminal|Finds files by pattern, with simpler syntax than find
    nushell/nushell|Rust|shell,terminal,nushell|Shell whose pipelines carry structured data
    DioxusLabs/dioxus|Rust|ui,desktop,web,ssr,wasm|User interfaces in Rust for web, desktop and mobile
    spacedriveapp/spacedrive|Rust|file-manager,cross-platform,vdfs|A file explorer from the future that unites your devices
    casey/just|Rust|command-runner,task-runner,make|Runs the recipes of a project by name
    swc-project/swc|Rust|compiler,typescript,babel|Compiles TypeScript and modern JavaScript
    fish-shell/fish-shell|Rust|shell,terminal|Shell with suggestions and completions from the start
    surrealdb/surrealdb|Rust|database,graph-database,document-database,realtime|Database for documents and graphs with live queries
    jdx/mise|Rust|version-manager,asdf,environment,tasks|Manages versions of development tools, environments and tasks
    yewstack/yew|Rust|wasm,web,framework|Components for web applications, compiled to WebAssembly
    influxdata/influxdb|Rust|time-series-database,monitoring,metrics|Time series at high volume, for metrics and sensors
    jj-vcs/jj|Rust|vcs,version-control,git|Version control over Git repositories with an easy undo
    cloudflare/pingora|Rust|proxy,http,networking|Building blocks for proxies and network services
    tokio-rs/axum|Rust|http,web,server|Routing and extractors for HTTP services
    tree-sitter/tree-sitter|C|parser,incremental,syntax|Parser generator with incremental updates for editors
    rwf2/Rocket|Rust|web-framework,rocket|Web framework with typed routes for Rust
    GraphiteEditor/Graphite|Rust|vector-graphics,editor,procedural|Graphics editor for vectors and rasters with procedural design
    pallets/flask|Python|web-framework,wsgi,flask|Small WSGI web framework that grows by extensions
    fastapi/fastapi|Python|api,async,openapi,web-framework,rest|Web APIs from type hints, with generated documentation
    ansible/ansible|Python|automation,configuration-management,infrastructure|Radically simple IT automation for deployment and configuration
    keras-team/keras|Python|deep-learning,neural-networks,jax|Neural networks with one API over several backends
    ultralytics/ultralytics|Python|object-detection,yolo,segmentation|YOLO models for detection, segmentation and pose
    deepfakes/faceswap|Python|deepfake,face-swap,machine-learning|Exchanges faces in pictures and videos
    docling-project/docling|Python|pdf,document-parser,convert,markdown|Converts documents into structured text for language models
    apache/superset|Python|data-visualization,dashboard,sql,bi|A platform for data visualization and exploration
    zylon-ai/private-gpt|Python|llm,rag,privacy|Talk with your documents with the power of GPT, privately
    expressjs/express|JavaScript|web-framework,nodejs,server|Minimal web framework for Node
    chartjs/Chart.js|JavaScript|charts,canvas,graph,visualization|Simple HTML5 charts with the canvas element
    typicode/json-server|JavaScript|rest,mock,api,json|Serves a JSON file as a fake REST API
    gorhill/uBlock|JavaScript|ad-blocker,firefox,chromium,content-blocker|Browser extension that blocks advertisements and trackers with little memory
    jgraph/drawio-desktop|JavaScript|diagrams,electron,flowchart|The diagram editor draw.io as a desktop program
    webpack/webpack|JavaScript|bundler,javascript,modules|Bundles modules and assets for browsers
    lodash/lodash|JavaScript|javascript,utilities,modules|A modern utility library with modularity, performance and extras
    TryGhost/Ghost|JavaScript|blogging,cms,publishing,newsletter|Independent technology for publishing, memberships and newsletters
    microsoft/monaco-editor|JavaScript|editor,vscode,browser|A code editor for the browser
    videojs/video.js|JavaScript|video,player,html5,hls|Video player for web pages
    drawdb-io/drawdb|JavaScript|database,diagram,erd,sql|Designs database schemas in the browser and exports SQL
    Unitech/pm2|JavaScript|process-manager,nodejs,load-balancer|Keeps Node programs alive and balances load
    phaserjs/phaser|TypeScript|game,html5,canvas,webgl|Framework for 2D games in HTML5
    markedjs/marked|JavaScript|markdown,parser,compiler|Parser from markdown to HTML, fast
    ToolJet/ToolJet|JavaScript|low-code,internal-tools,self-hosted|Build internal tools, workflows and AI agents
    tldraw/tldraw|TypeScript|whiteboard,canvas,drawing|Very good whiteboard SDK
    coder/code-server|TypeScript|vscode,browser,ide,remote-work|Visual Studio Code on a remote machine, used from a browser
    strapi/strapi|TypeScript|cms,headless,api,nodejs|The leading headless content management system
    marktext/marktext|TypeScript|markdown,editor,electron|Editor for markdown with live preview on all desktops
    Eugeny/tabby|TypeScript|terminal,ssh,serial,telnet|Terminal with SSH and serial connections and many settings
    remotion-dev/remotion|TypeScript|video,react,animation|Videos written as React components
    apache/echarts|TypeScript|charts,visualization,svg,canvas|Powerful, interactive library for charts and visualization in browsers
    agalwood/Motrix|TypeScript|download-manager,aria2,bittorrent,electron|Manager for downloads over HTTP, FTP and magnet links
    RocketChat/Rocket.Chat|TypeScript|chat,messaging,self-hosted|The secure platform for communication of critical operations
    calcom/cal.diy|TypeScript|calendar,scheduling,nextjs|Appointments and calendars for teams
    twentyhq/twenty|TypeScript|crm,sales,react|A modern alternative to Salesforce
    DIYgod/RSSHub|TypeScript|rss,feed,crawler|Everything can be RSS
    jestjs/jest|TypeScript|testing,snapshot,javascript|Test framework with snapshots and little configuration
    TanStack/query|TypeScript|react,fetch,cache,async,state|Asynchronous state management, caching and data fetching for web frameworks
    expo/expo|TypeScript|react-native,mobile,android,ios|Toolchain for universal apps with React
    storybookjs/storybook|TypeScript|components,ui,testing,documentation|Workshop to build, document and test components in isolation
    dbeaver/dbeaver|Java|database,sql,gui,jdbc|Client for nearly every SQL database
    TeamNewPipe/NewPipe|Java|android,youtube,streaming|Light front end for video sites on Android
    termux/termux-app|Java|android,terminal,linux|Terminal and Linux environment on Android
    keycloak/keycloak|Java|identity,sso,oidc,saml|Sign-in and access management with OpenID Connect and SAML
    netty/netty|Java|networking,async,java|Event-driven asynchronous framework for network applications
    apache/kafka|Java|streaming,events,messaging|Distributed log of events
    jenkinsci/jenkins|Java|ci,automation,pipelines,devops|Automation server
    libgdx/libgdx|Java|game-development,android,opengl|Java game development framework for desktop and Android
    google/ExoPlayer|Java|android,player,media|An extensible media player for Android
    lysine-dev/retrofit|Java|http,android,rest|HTTP interfaces as annotated types, for Android and the JVM
    airbnb/lottie-android|Java|animation,android,after-effects|Plays After Effects animations on Android
    google/gson|Java|json,serialization|Reads and writes Java objects as JSON
    DevToys-app/DevToys|C#|developer-tools,utilities,converter|Offline converters, formatters and generators for developers
    Sonarr/Sonarr|C#|pvr,usenet,torrent,tv|Watches for new episodes and fetches them
    Jackett/Jackett|C#|torrent,api,indexer|Proxy between download programs and torrent trackers
    hellzerg/optimizer|C#|windows,privacy,tweaks|The finest optimizer for Windows
    Tichau/FileConverter|C#|convert,video,image,windows|Converts and compresses one or many files from the context menu
    QL-Win/QuickLook|C#|preview,windows,explorer|Brings the Quick Look feature of macOS to Windows
    spectreconsole/spectre.console|C#|console,tables,ansi|Tables, trees and prompts for console programs in .NET
    MonoGame/MonoGame|C#|game-framework,gamedev,xna|One framework for powerful cross-platform games
    hashcat/hashcat|C|password,cracking,gpu,opencl|Recovers passwords from hashes on graphics cards
    HandBrake/HandBrake|C|video,transcoder,encoder|HandBrake's main development repository
    mpv-player/mpv|C|video-player,media-player|Media player that is driven by keys
    swaywm/sway|C|wayland,tiling,window-manager|Wayland compositor compatible with i3
    fastfetch-cli/fastfetch|C|system-information,terminal,neofetch|Maintained, feature-rich system information tool, like neofetch
    micropython/micropython|C|python,embedded,microcontroller|Python for microcontrollers
    raysan5/raylib|C|game-development,graphics,library|Game programming in C without an engine
    iovisor/bcc|C|bpf,tracing,linux|Tools for BPF-based analysis of I/O, networking and monitoring on Linux
    keepassxreboot/keepassxc|C++|password-manager,security,keepass|Password safe in a local encrypted file, compatible with KeePass
    aristocratos/btop|C++|resource-monitor,terminal,linux|Shows processes, memory, disks and network in the terminal
    hyprwm/Hyprland|C++|wayland,compositor,tiling|Tiling Wayland compositor with animations
    aria2/aria2|C++|download,bittorrent,metalink|Downloads over many protocols from the command line, in segments
    google/googletest|C++|testing,unit-test,cpp|Google's framework for testing and mocking
    ClickHouse/ClickHouse|C++|database,olap,analytics,sql|Column store for analytical queries in real time
    telegramdesktop/tdesktop|C++|telegram,chat,desktop|Messaging app for the desktop
    FreeCAD/FreeCAD|C++|cad,3d,engineering|Multiplatform parametric 3D modeler
    osquery/osquery|C++|security,sql,monitoring|Instrumentation and analytics for operating systems, powered by SQL
    deskflow/deskflow|C++|keyboard,mouse,kvm|One keyboard and mouse for several machines
    Hammerspoon/hammerspoon|Objective-C|macos,automation,lua|Scripts macOS with Lua
    keycastr/keycastr|Objective-C|macos,keystrokes,screencast|Visualizer of keystrokes
    gnachman/iTerm2|Objective-C|terminal,macos|Replacement for the terminal of macOS with splits and search
    git-up/GitUp|Objective-C|git,macos,gui|Git client for the Mac with a live map of commits
    noah-nuebling/mac-mouse-fix|Objective-C|macos,mouse,scrolling|Make your ten-dollar mouse better than a trackpad
    jameskokoska/Cashew|Dart|budget,finance,flutter|A beautiful app to manage budgets and purchases
    spicetify/spicetify-themes|CSS|spotify,themes|Themes for the Spotify client
    tabulapdf/tabula|CSS|pdf,tables,extraction|Liberates data tables that are trapped inside PDF files
    linkerd/linkerd|Scala|service-mesh,rpc,microservices|Old repository of the service mesh
    preservim/nerdtree|Vim Script|vim,file-explorer,tree|File tree in a window of vim
    tpope/vim-fugitive|Vim Script|git,vim|Git commands inside vim
    animate-css/animate.css|CSS|css,animation|Ready animations for web pages
    """
}
