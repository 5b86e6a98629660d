extension ReadmeFile {
  /// The READMEs of some repositories; each follows a line `=== owner/name`.
  static let text = #"""
    === junegunn/fzf
    fzf is an interactive filter program for the command line. It reads a list of anything, files, command history,
    processes, hostnames, bookmarks or git commits, and lets you choose by typing a few letters in any order.

    ## Key bindings

    Press `Ctrl-R` to search the history of your shell, `Ctrl-T` to paste the names of files and `Alt-C` to change into
    a directory. The preview window shows the selected file with syntax highlighting.

    ## Respecting .gitignore

    Set `FZF_DEFAULT_COMMAND` to `fd` or ripgrep so that ignored files are left out.
    === BurntSushi/ripgrep
    ripgrep is a line-oriented search tool that recursively searches the current directory for a regex pattern. By default
    it respects gitignore rules and skips hidden files and binary files. It is usually faster than grep, ack and the
    silver searcher, because its regex engine uses finite automata and SIMD.

    ## Why should I not use it?

    POSIX compatibility is not a goal. If you need backreferences and look-around, build it with PCRE2.
    === ggreer/the_silver_searcher
    A code searching tool similar to ack, with a focus on speed. It ignores file patterns from your `.gitignore` and uses
    Pthreads to take advantage of multiple cores. Files are mapped into memory instead of being read into buffers.
    === tmux/tmux
    tmux is a terminal multiplexer. It enables a number of terminals to be created, accessed and controlled from a single
    screen. A session may be detached and continue running in the background, then later reattached, which helps over a
    flaky SSH connection.

    Split a window into panes with `C-b %`, and copy text in copy mode with vi or emacs keys.
    === jesseduffield/lazygit
    A simple terminal user interface for git commands. Rant time: interactive rebase is powerful and hard to use.

    ## Features

    - Stage individual lines, hunks and files with the space bar
    - Interactive rebase: squash, fixup, reorder and edit commits
    - Cherry-pick commits between branches
    - Undo with `z`, which reads the reflog
    - Resolve merge conflicts and work with worktrees
    === dandavison/delta
    A syntax-highlighting pager for git, diff, grep and blame output. Side-by-side view, word-level diff highlighting
    with a Levenshtein edit inference algorithm, line numbers, and improved merge conflict display.

    Add it to your gitconfig as `core.pager`.
    === cli/cli
    `gh` brings pull requests, issues, releases, gists and other concepts to the terminal next to where you are already
    working with git. Authenticate with `gh auth login`; extensions add commands, and `gh api` calls any endpoint.
    === jqlang/jq
    jq is a lightweight and flexible JSON processor akin to sed, awk and grep for JSON data. It is written in portable C,
    and has no runtime dependencies. Slice, filter, map and transform structured data with ease.
    === simdjson/simdjson
    Parsing gigabytes of JSON per second. JSON is everywhere on the Internet, and servers spend a lot of time parsing it.
    The library uses commonly available SIMD instructions and microparallel algorithms to parse JSON 4x faster than
    RapidJSON. It has an on-demand API which only materializes what you use, full UTF-8 validation and precise floats.
    === nlohmann/json
    JSON for Modern C++: intuitive syntax, trivial integration with a single header `json.hpp`, serious testing with
    fuzzers. Supports JSON Pointer, JSON Patch, CBOR, MessagePack, UBJSON and BSON.
    === SwiftyJSON/SwiftyJSON
    SwiftyJSON makes it easy to deal with JSON data in Swift. Without it, optional chaining and type casting turn a lookup
    into a pyramid of doom. With it: `json["user"]["name"].string`.
    === curl/curl
    curl is a command-line tool for transferring data from or to a server using URLs. It supports DICT, FILE, FTP, HTTP,
    IMAP, LDAP, MQTT, POP3, SCP, SFTP, SMTP, TELNET and WebSocket. libcurl is the library with a C interface: bindings
    exist for more than fifty languages. It speaks HTTP/3 over QUIC, resumes downloads, and does TLS with many backends.
    === Alamofire/Alamofire
    Alamofire is an HTTP networking library written in Swift.

    - Chainable request and response methods
    - Swift concurrency support back to iOS 13
    - Upload files, data, streams and multipart form data
    - Download with resume data, TLS certificate and public key pinning
    - Retry policies and request adapters for OAuth tokens
    === axios/axios
    Promise based HTTP client for the browser and node.js. Make XMLHttpRequests from the browser, intercept requests and
    responses, transform data, cancel requests with an AbortController, and protect against XSRF.
    === AFNetworking/AFNetworking
    AFNetworking is a delightful networking library for iOS, macOS, watchOS and tvOS. It is deprecated: migrate to Alamofire.
    === lysine-dev/okhttp
    An HTTP client for Android and the JVM with connection pooling, transparent GZIP, response caching and HTTP/2.
    === vapor/vapor
    Vapor is an asynchronous web framework built on SwiftNIO. Routing, middleware, sessions, WebSockets and the Fluent ORM
    for PostgreSQL, MySQL and SQLite; Leaf renders templates on the server.
    === gin-gonic/gin
    Gin is a web framework with a martini-like interface and much better performance, thanks to httprouter and its radix
    tree. Zero allocation routing, middleware, crash recovery, JSON validation and route grouping.
    === laravel/framework
    Expressive, elegant syntax for web artisans: a dependency injection container, Eloquent ORM, database migrations, queued
    jobs and real-time event broadcasting.
    === rails/rails
    Rails includes everything needed to create database-backed web applications according to the Model-View-Controller
    pattern: Active Record for object-relational mapping, Action Mailer, Active Job, Action Cable for WebSockets.
    === dotnet/aspnetcore
    A cross-platform framework for building cloud-based web applications, with Blazor, SignalR, minimal APIs and Kestrel,
    a web server that holds records in the TechEmpower benchmarks.
    === symfony/symfony
    A set of reusable PHP components: console, dependency injection, HTTP kernel, mailer, messenger, validator and Twig
    templates.
    === spring-projects/spring-boot
    Spring Boot makes it easy to create stand-alone, production-grade applications with an embedded Tomcat, starters,
    actuator health checks and metrics, and no XML configuration.
    === react/react
    React is a library for building user interfaces. Declarative views, components with hooks such as `useState` and
    `useEffect`, a virtual DOM, server components and concurrent rendering.
    === vuejs/vue
    Vue 2 has reached end of life. An approachable, incrementally adoptable framework with reactive data binding, single
    file components, and templates.
    === vercel/next.js
    Next.js enables you to create full-stack web applications by extending React: file-based routing, server actions,
    incremental static regeneration, image optimization and Rust-based tooling with Turbopack.
    === tauri-apps/tauri
    Tauri builds tiny, fast binaries for all major desktop platforms with any frontend that compiles to HTML, JavaScript and
    CSS. The backend is Rust, and windows use the operating system's WebView instead of shipping Chromium, unlike Electron.
    === denoland/deno
    Deno is a JavaScript, TypeScript and WebAssembly runtime with secure defaults, built on V8, Rust and Tokio. Scripts have no
    access to files, network or environment unless you grant permission. A formatter, linter and test runner are built in.
    === oven-sh/bun
    Bun is an all-in-one toolkit for JavaScript and TypeScript apps: a runtime on JavaScriptCore, written in Zig, a
    package manager that installs from a global cache, a bundler and a Jest-compatible test runner.
    === nodejs/node
    Node.js is an open-source, cross-platform JavaScript runtime built on V8 and libuv with an event-driven, non-blocking
    I/O model. Long Term Support releases are maintained for 30 months.
    === libuv/libuv
    libuv is a multi-platform support library with a focus on asynchronous I/O: an event loop backed by epoll, kqueue, IOCP
    and event ports, a thread pool, TCP and UDP sockets, file system events, child processes and signal handling.
    === redis/redis
    Redis is an in-memory data store used as a cache, vector database, document database, streaming engine and message
    broker. Strings, hashes, lists, sets, sorted sets, bitmaps, hyperloglogs and geospatial indexes; persistence by snapshots
    or an append-only file; replication, Lua scripting, LRU eviction and transactions.
    === elastic/elasticsearch
    Elasticsearch is a distributed search and analytics engine, scalable data store and vector database, built on Apache
    Lucene. Near real-time full-text search with BM25 relevance, aggregations, geo queries, logs, metrics and APM.
    === apache/spark
    Spark is a unified analytics engine for large-scale data processing: high-level APIs in Scala, Java, Python and R, Spark
    SQL, pandas API, MLlib for machine learning, and Structured Streaming.
    === supabase/supabase
    Supabase is the Postgres development platform, an open source Firebase alternative: hosted database, authentication
    with row level security, auto-generated REST and GraphQL, realtime subscriptions, edge functions, file storage and
    vector embeddings with pgvector.
    === PostgREST/postgrest
    PostgREST serves a fully RESTful API from any existing PostgreSQL database. Authentication by JSON Web Tokens; roles and
    row level security in the database authorize requests. One round trip, no ORM, deeply nested resources.
    === sqlitebrowser/sqlitebrowser
    A high quality, visual tool to create, design and edit database files compatible with SQLite. Import and export CSV,
    draw plots of your data, open SQLCipher encrypted databases.
    === syncthing/syncthing
    Syncthing is a continuous file synchronization program between two or more computers. Safe from data loss, secure against
    attackers: all communication is encrypted with TLS and devices are identified by cryptographic certificates. No
    central server or cloud. Versioning keeps old files.
    === nextcloud/server
    A safe home for all your data. Share files with other accounts, sync contacts and calendars by CalDAV and CardDAV, edit
    documents together, video calls with Talk, two-factor authentication and end-to-end encryption.
    === immich-app/immich
    High performance self-hosted photo and video management solution. Automatic backup from the phone, face recognition
    and clustering, search by CLIP embeddings, a map of places, albums shared with partners, RAW and live photo support.
    === jellyfin/jellyfin
    Jellyfin puts you in control of managing and streaming your media: movies, TV shows, music, live TV with DVR. It is
    descended from Emby; hardware accelerated transcoding by FFmpeg, no premium licenses or telemetry.
    === rustdesk/rustdesk
    Yet another remote desktop solution that works out of the box with no configuration, an alternative to TeamViewer. You
    have full control of your data; run your own rendezvous and relay server. NAT hole punching, file transfer.
    === fatedier/frp
    frp is a fast reverse proxy that exposes a local server behind a NAT or firewall to the Internet. It supports TCP, UDP,
    HTTP and HTTPS with virtual hosts by domain name, P2P connect mode, load balancing, bandwidth limits and a dashboard.
    === pi-hole/pi-hole
    The Pi-hole is a DNS sinkhole that protects your devices from unwanted content without installing any client-side
    software. Runs on a Raspberry Pi; blocks ads in smart TVs and mobile apps; caches queries and can serve DHCP.
    === Kong/kong
    Kong is a cloud-native API gateway and LLM gateway. Rate limiting, authentication, load balancing, circuit breakers, health
    checks, gRPC and Kubernetes ingress, extended with plugins in Lua, Go or WebAssembly.
    === n8n-io/n8n
    n8n gives technical teams the flexibility of code with the speed of no-code: 400 integrations, native AI capabilities
    based on LangChain, webhooks, cron schedules and a fair-code license.
    === ollama/ollama
    Get up and running with large language models: Llama, Gemma, Mistral, DeepSeek, Qwen. A `Modelfile` customizes a prompt;
    quantized GGUF weights run on the CPU or a GPU; a REST API serves chat completions and embeddings on port 11434.
    === open-webui/open-webui
    An extensible, feature-rich, user-friendly self-hosted AI platform designed to operate entirely offline. Works with Ollama
    and OpenAI-compatible APIs; retrieval augmented generation, voice calls, role-based access, Markdown and LaTeX.
    === langchain-ai/langchain
    A framework for building agents and LLM-powered applications. Chains of prompts, tool calling, retrievers, vector stores,
    memory, and structured output with any model provider.
    === langgenius/dify
    Dify combines agentic workflows, RAG pipelines, model management and observability so that a prototype becomes a product.
    Upload PDF and PPT documents into a knowledge base, and compare prompts in the IDE.
    === huggingface/transformers
    State-of-the-art pretrained models for inference and training: text, computer vision, audio, video and multimodal. BERT,
    GPT, T5, Whisper, CLIP; tokenizers, the Trainer with mixed precision, pipelines for summarization and translation.
    === tensorflow/tensorflow
    TensorFlow is an end-to-end platform for machine learning. Keras layers, automatic differentiation, XLA compilation,
    TPU and GPU training, TensorFlow Lite for mobile and embedded devices.
    === AUTOMATIC1111/stable-diffusion-webui
    A web interface for Stable Diffusion, implemented using the Gradio library. Text to image, inpainting, outpainting,
    upscaling with ESRGAN, textual inversion, LoRA, attention syntax, and an X/Y/Z plot of parameters.
    === Comfy-Org/ComfyUI
    The most powerful and modular visual AI engine: design and execute diffusion pipelines with a graph, nodes and flowchart
    interface. Queue, LoRA, ControlNet, upscale models, workflows stored in the PNG.
    === FFmpeg/FFmpeg
    FFmpeg is a collection of libraries and tools to process multimedia content such as audio, video, subtitles and related
    metadata. `libavcodec` has codecs, `libavformat` containers and streaming protocols, `libavfilter` alters decoded frames.
    Transcode, mux, remux, crop, scale and concatenate.
    === yt-dlp/yt-dlp
    A feature-rich command-line audio and video downloader with support for thousands of sites, a fork of youtube-dl.
    SponsorBlock removes sponsor sections, cookies from your browser, playlists, subtitles, chapters, format sorting.
    === ytdl-org/youtube-dl
    Command-line program to download videos from YouTube and other video sites. Requires the Python interpreter; ffmpeg
    merges the best audio and video streams.
    === obsproject/obs-studio
    Software designed for capturing, compositing, encoding, recording and streaming video content, efficiently. Scenes, sources,
    transitions, a virtual camera, audio mixer, and RTMP or WebRTC output to Twitch and YouTube.
    === iina/iina
    The modern video player for macOS, based on mpv. Picture in Picture, Force Touch gestures, online subtitles, playlists,
    youtube-dl integration, dark mode, plugins in JavaScript.
    === ShareX/ShareX
    Capture or record any area of your screen with a single key press, annotate it, run OCR, make a GIF, pick colors and upload
    it to more than 80 supported destinations.
    === microsoft/markitdown
    A lightweight utility for converting PDF, PowerPoint, Word, Excel, images with EXIF and OCR, audio transcription, HTML, CSV, ZIP
    archives and EPubs to Markdown, for use with LLMs and text analysis pipelines.
    === jgm/pandoc
    Pandoc is a universal document converter: Markdown, reStructuredText, LaTeX, DocBook, Word docx, EPUB, MediaWiki, Jira
    markup, Jupyter notebooks, PDF by LaTeX or Typst. Citations by CSL, Lua filters, slide shows.
    === koreader/koreader
    A document viewer for E Ink devices: Kindle, Kobo, PocketBook and Android. PDF, DjVu, EPUB, FB2 and CBZ; reflow of scanned
    pages, dictionary lookup, highlights exported to notes, reading statistics and calibre integration.
    === koalaman/shellcheck
    A static analysis tool that gives warnings and suggestions for bash and sh shell scripts. Points out unquoted
    variables, typical beginner's syntax issues and subtle pitfalls; run it in your editor or in CI.
    === realm/SwiftLint
    A tool to enforce Swift style and conventions, loosely based on the community's style guides. Rules are
    enabled in `.swiftlint.yml`, violations can be autocorrected, and a build tool plugin runs it in Xcode.
    === nikitabobko/AeroSpace
    An i3-like tiling window manager for macOS: a tree of windows, workspaces of its own instead of Spaces, plain text
    configuration, a CLI, no need to disable System Integrity Protection.
    === ianyh/Amethyst
    Tiling window manager for macOS along the lines of xmonad: tall, wide, fullscreen, column and binary space partitioning
    layouts, mouse follows focus.
    === rxhanson/Rectangle
    Move and resize windows in macOS using keyboard shortcuts or snap areas. Halves, quarters, thirds; based on Spectacle.
    === p0deje/Maccy
    Maccy is a lightweight clipboard manager for macOS. It keeps the history of what you copy, pins items, pastes without
    formatting and ignores passwords.
    === exelban/stats
    macOS system monitor in your menu bar: CPU utilization, GPU, memory usage, disk, network speed, battery level, fans and
    sensors for temperature.
    === utmapp/UTM
    UTM is a full featured system emulator and virtual machine host for iOS and macOS. It is based on QEMU and runs Windows,
    Linux and more with Apple Virtualization or JIT emulation of ARM64, x86 and RISC-V.
    === apple/container
    A tool that you can use to create and run Linux containers as lightweight virtual machines on your Mac. It consumes and
    produces OCI-compatible images, pulls from any registry, and is optimized for Apple silicon.
    === permissionlesstech/bitchat
    A decentralized peer-to-peer messaging app over Bluetooth mesh networks. No internet required, no servers, no phone numbers.
    Messages hop over relays, with the Noise protocol for end-to-end encryption, and fall back to Nostr.
    === mastodon/mastodon
    Mastodon is a free, open-source social network server based on ActivityPub. Post links, pictures, text and video; timelines
    are chronological and without ads; moderation, OAuth2 and a streaming API.
    === discourse/discourse
    Community discussion software: mailing lists, chat rooms and long-form threads, trust levels, single sign-on, plugins.
    === BradLarson/GPUImage
    GPU-accelerated image and video filters for iOS: blur, edge detection and chroma keying in OpenGL ES shaders.
    === onevcat/Kingfisher
    Downloading and caching images from the web with a pure Swift library: memory and disk cache, processors and filters such
    as rounded corners and blur, prefetching, animated GIF, SwiftUI support, low data mode.
    === SDWebImage/SDWebImage
    An async image downloader with cache support. Categories for UIImageView, progressive loading, animated GIF, WebP, AVIF.
    === neovim/neovim
    Neovim is a project that seeks to aggressively refactor Vim: a first-class Lua API, built-in LSP client, Treesitter
    syntax, an embedded terminal emulator, MessagePack RPC and asynchronous job control.
    === neovim/nvim-lspconfig
    A collection of LSP server configurations for the Nvim language server client: rust_analyzer, pyright, clangd, gopls.
    === zed-industries/zed
    A high-performance, multiplayer code editor from the creators of Atom and Tree-sitter, rendered by GPUI in Rust.
    === microsoft/vscode
    Visual Studio Code combines the simplicity of a code editor with what developers need for their core edit-build-debug cycle:
    IntelliSense, debugging, source control, tasks, remote development, and a marketplace of extensions.
    === vim/vim
    Vim is a greatly improved version of the good old UNIX editor Vi: multi-level undo, syntax highlighting, command line
    history, on-line help, spell checking, filename completion, block operations and a script language.
    === astral-sh/uv
    An extremely fast Python package and project manager, written in Rust: a single tool to replace pip, pip-tools,
    pipx, poetry, pyenv, twine and virtualenv. Universal lockfile, workspaces, global cache, installs Python versions.
    === Homebrew/brew
    The missing package manager for macOS or Linux: formulae, casks, bottles, taps and `brew bundle`.
    === nvm-sh/nvm
    nvm allows you to quickly install and use different versions of node via the command line. A `.nvmrc` file selects
    the version for a project.
    === ohmyzsh/ohmyzsh
    A delightful, community driven framework for managing your zsh configuration: 300 plugins, 140 themes, auto-update,
    aliases and tab completion.
    === jlevy/the-art-of-command-line
    Fluency on the command line improves your productivity. Pipes, job control, xargs, regular expressions, ssh config, one-liners
    and obscure but useful commands.

    日本語: コマンドラインを使いこなす技術は、見落とされがちな、あるいは難解なものだと思われがちです。
    === gohugoio/hugo
    A fast and flexible static site generator built with love in Go. Renders a complete site at about one millisecond per page:
    taxonomies, shortcodes, multilingual content, image processing, Sass, live reload.
    === jekyll/jekyll
    A simple, blog-aware static site generator. Takes Markdown and Liquid templates, spits out a complete website, is the engine
    behind GitHub Pages.
    === d3/d3
    Data-driven documents: bring data to life with SVG, Canvas and HTML. Scales, axes, force-directed graphs, geographic
    projections, zooming and transitions.
    === ChartsOrg/Charts
    Beautiful charts for iOS, tvOS and macOS: line, bar, pie, radar, bubble, candlestick and scatter charts with animations and
    highlighting, after MPAndroidChart.
    === tidyverse/ggplot2
    A system for declaratively creating graphics based on The Grammar of Graphics. Map variables to aesthetics, add layers,
    scales, facets and themes: scatter plots, histograms and box plots.
    === excalidraw/excalidraw
    An open source virtual hand-drawn style whiteboard. Collaborative and end-to-end encrypted, infinite canvas, export to PNG
    and SVG.

    한국어: 손으로 그린 느낌의 다이어그램을 그리는 화이트보드입니다. 실시간 협업과 종단간 암호화를 지원합니다.
    === mrdoob/three.js
    An easy-to-use, lightweight, cross-browser, general-purpose 3D library: WebGL and WebGPU renderers, scenes, cameras, meshes,
    lights, shadows, shaders and loaders for glTF.
    === airbnb/lottie-ios
    Lottie renders vector animations exported from After Effects as JSON with Bodymovin, natively with Core Animation.
    === HeroTransitions/Hero
    Hero builds view controller transitions for iOS: matching elements move between screens by their hero identifiers.
    === torvalds/linux
    The operating system kernel: scheduling, memory management, file systems, networking and device drivers. Guides for
    developers are in the Documentation directory.
    === git/git
    Git is a fast, scalable, distributed revision control system with an unusually rich command set. Originally written by
    Linus Torvalds. Patches are discussed on the mailing list.
    === rust-lang/rust
    Reliability: a rich type system and ownership model guarantee memory safety and thread safety. Performance: no garbage
    collector. Cargo, rustfmt, Clippy and rust-analyzer are the tools.
    === swiftlang/swift
    Swift is a high-performance system programming language with clean syntax, memory safety by default, generics, protocols,
    actors and structured concurrency, and interoperability with C, Objective-C and C++.
    === JuliaLang/julia
    A high-level, high-performance dynamic language for technical computing: multiple dispatch, type inference, LLVM
    just-in-time compilation, linear algebra with BLAS, parallel and distributed arrays.
    === brendangregg/FlameGraph
    Flame graphs visualize profiled software: stack traces sampled by perf, DTrace or eBPF are folded and rendered as SVG, so
    that the hottest code paths stand out.
    === AlDanial/cloc
    cloc counts blank lines, comment lines and physical lines of source code in many programming languages, and differences
    between two versions of a code base.
    === Genymobile/scrcpy
    Mirrors Android devices, video and audio, connected over USB or TCP/IP and allows control with the keyboard and the mouse of
    the computer. It requires no root access and no app on the device; low latency, recording, clipboard synchronization.
    === topjohnwu/Magisk
    A suite of open source software for customizing Android: systemless root, boot image patching, modules, Zygisk.
    === openai/codex
    Codex CLI is a coding agent from OpenAI that runs locally on your computer: it reads, changes and runs code in a sandbox,
    with approval modes, and speaks the Model Context Protocol.
    === anthropics/claude-code
    An agentic coding tool that lives in your terminal, understands your codebase, edits files, runs commands, handles git
    workflows and connects to MCP servers.
    === ReactiveX/RxSwift
    Reactive programming in Swift: observables, schedulers, operators such as `flatMapLatest`, debounce and combineLatest, and
    traits like Single and Driver.
    === ReactiveCocoa/ReactiveCocoa
    Reactive extensions to Cocoa frameworks, built on top of ReactiveSwift: signals, properties and actions for UIKit controls.
    === donnemartin/system-design-primer
    Learn how to design large-scale systems: load balancers, sharding, caching, CAP theorem, consistency patterns, message
    queues. Prepare for the system design interview with Anki flashcards.
    === jwasham/coding-interview-university
    A multi-month study plan for becoming a software engineer: big-O complexity, trees, graphs, dynamic programming, bit
    manipulation, mock interviews on a whiteboard.
    === trekhleb/javascript-algorithms
    Linked list, heap, trie, bloom filter, Dijkstra, Knuth-Morris-Pratt, permutations, travelling salesman: each with a README
    of explanations, and big-O complexity tables.
    === kodecocodes/swift-algorithm-club
    Popular algorithms and data structures: quicksort, red-black tree, union-find, k-means clustering, minimum spanning tree.
    === sindresorhus/awesome
    Awesome lists about all kinds of interesting topics: platforms, programming languages, front-end development, databases, media,
    security, hardware, gaming.
    === awesome-selfhosted/awesome-selfhosted
    Free software network services and web applications which can be hosted on your own servers: analytics, bookkeeping,
    password managers, recipe management, feed readers, wikis, photo galleries, home automation.
    === public-apis/public-apis
    A collective list of free APIs for use in software and web development: weather, animals, currency exchange, geocoding,
    anime, transportation, with authentication and CORS columns.
    === EbookFoundation/free-programming-books
    Free learning resources in many languages, available under open licenses.

    العربية: كتب برمجة مجانية ودورات تعليمية بلغات كثيرة، ويمكن لأي شخص أن يساهم فيها.

    Русский: бесплатные книги по программированию, интерактивные курсы и шпаргалки.
    === github/gitignore
    A collection of `.gitignore` templates, used to populate the template choosers on GitHub.com when creating new repositories.
    === CyC2018/CS-Notes
    技术面试必备基础知识：算法、操作系统、计算机网络、数据库、面向对象、系统设计、Java 和分布式缓存。

    ## 操作系统

    进程管理、死锁、内存管理与虚拟内存、设备管理、链接。

    ## 网络

    传输层的三次握手与四次挥手、拥塞控制，以及 HTTP 协议与 Socket 编程。
    === jackfrued/Python-100-Days
    一百天从新手到大师：变量、循环、函数、面向对象编程、正则表达式、网络爬虫、数据分析、机器学习入门与自动化办公。

    第 61 天到第 65 天讲解网络爬虫，如何解析网页以及用多线程提高抓取效率。
    === 521xueweihan/HelloGitHub
    分享有趣、入门级的开源项目。每月 28 号以月刊的形式更新，内容包括：有趣的项目、开源书籍、实战项目、企业级项目，让你感受到开源的魅力。
    === Snailclimb/JavaGuide
    一份涵盖大部分 Java 程序员所需要掌握的核心知识：集合、并发编程、线程池、垃圾回收、JVM 调优、Spring 事务、消息队列、Redis 缓存穿透、MySQL 索引与分布式事务。

    准备面试，首选 JavaGuide。
    === Caldis/Mos
    一个用于在 macOS 上平滑你的鼠标滚动效果或单独设置滚动方向的小工具，让你的滚轮爽如触控板。

    Smooths the scrolling of a mouse wheel and reverses its direction, separately for each application.

    日本語: マウスホイールのスクロールをなめらかにし、方向を個別に設定できる macOS 用の小さなツールです。
    === krahets/hello-algo
    《Hello 算法》：动画图解、一键运行的数据结构与算法教程。二分查找、动态规划、回溯、贪心、哈希表、红黑树与图的遍历。
    === youngyangyang04/leetcode-master
    代码随想录：两百道力扣经典题目的刷题攻略，包括二叉树、回溯算法、动态规划与单调栈，配有视频讲解。
    === PKUFlyingPig/cs-self-learning
    计算机自学指南：编译原理、操作系统、体系结构、机器学习与密码学的国外名校课程推荐。
    === nagadomi/waifu2x
    Image super-resolution for anime-style art using deep convolutional neural networks.

    日本語: 二次元画像のための超解像システムです。深層畳み込みニューラルネットワークで画像を拡大し、ノイズを除去します。
    === exacity/deeplearningbook-chinese
    深度学习中文翻译：线性代数、概率论、卷积网络、循环神经网络与生成模型。
    === simplex-chat/simplex-chat
    A messenger without user identifiers of any kind, with end-to-end double-ratchet encryption.

    Русский: мессенджер без каких-либо идентификаторов пользователей, со сквозным шифрованием сообщений и звонков.
    === iptv-org/iptv
    A collection of publicly available television channels from all over the world as M3U playlists.

    Русский: общедоступные телеканалы со всего мира. Українською: телевізійні канали з усього світу.
    === bannedbook/fanqiang
    翻墙与科学上网的教程：代理服务器的搭建、路由器设置与浏览器插件。
    === shadowsocks/ShadowsocksX-NG
    The next generation of ShadowsocksX: PAC rules, global and manual mode, SIP003 plugins, QR codes.

    한국어: 메뉴 막대에서 프록시 서버를 쉽게 바꿀 수 있는 맥용 클라이언트입니다.
    === macrozheng/mall
    电商系统，包括前台商城系统及后台管理系统：商品管理、购物车、订单流程、会员、促销、支付与统计报表，采用 Docker 容器化部署。
    === gedoor/legado
    阅读是一款可以自定义来源阅读网络内容的工具，支持书源规则、本地 TXT 与 EPUB 阅读、朗读与替换净化。
    === doocs/advanced-java
    互联网工程师进阶知识：高并发、分布式、高可用、微服务、海量数据处理。限流、熔断、降级与分库分表。

    """#
}
