extension CatalogFile {
  /// The lines of the catalog: see ``CatalogFile``.
  ///
  /// A text literal, because SwiftPM embeds a resource as an array of bytes, which takes the compiler
  /// fifteen seconds.
  static let text = #"""
    # owner kind name language stars forks issues created pushed license topics flags homepage former description
    codecrafters-io	u	build-your-own-x	Markdown	541915	51112	273	2018-05-17	2026-07-14T19:25:58Z	CC0-1.0	tutorials,programming,awesome-list	s			Learn how things work by rebuilding them yourself, one guide at a time.
    sindresorhus	u	awesome		498692	36519	16	2014-07-12	2026-08-21T12:39:13Z	CC0-1.0	awesome,lists,resources	s			The list of lists that started the awesome lists 😎
    public-apis	o	public-apis	Python	468096	51636	31	2016-03-21	2026-08-19T21:44:19Z	MIT	api,free,public-apis,resources		https://public-apis.example.org		A directory of APIs that anyone may call for free.
    freeCodeCamp	o	freeCodeCamp	TypeScript	454427	46018	157	2014-12-14	2026-08-21T20:23:39Z	BSD-3-Clause	education,curriculum,javascript,react	s	https://freecodecamp.example.org		The platform and the lessons of a free school for programmers.
    EbookFoundation	o	free-programming-books	Python	394970	66677	38	2013-10-22	2026-08-18T14:16:15Z	CC-BY-4.0	books,education,hacktoberfest				Books about programming that cost nothing, in many languages.
    openclaw	u	openclaw	TypeScript	387057	81301	3745	2023-08-27	2026-08-22T04:07:00Z	GPL-3.0	typescript				
    donnemartin	u	system-design-primer	Python	365318	57996	278	2017-02-14	2026-03-20T01:52:19Z	NOASSERTION	design,system-design,interview				Notes and cards for designing systems that have to grow.
    nilbuild	u	developer-roadmap	TypeScript	365096	44833	0	2016-05-24	2026-08-21T14:35:38Z	MIT	typescript				A project of nilbuild in TypeScript.
    jwasham	u	coding-interview-university		359447	84691	81	2016-06-16	2025-08-28T14:42:47Z	CC-BY-SA-4.0	interview,algorithms,computer-science	s			A study plan of many months towards a job in software.
    vinta	u	awesome-python	Python	315378	28561	0	2014-06-28	2026-08-21T14:25:23Z	NOASSERTION	awesome,python,collections				Python libraries worth knowing, sorted by purpose.
    awesome-selfhosted	o	awesome-selfhosted		314200	14755	0	2015-06-23	2026-08-21T19:00:19Z	NOASSERTION	awesome,self-hosted,privacy				Services that you can run on your own machine.
    practical-tutorials	o	project-based-learning	Python	280278	35978	152	2021-08-23	2026-08-17T06:46:47Z	MIT	python		https://project-based-learning.example.org		A project of practical-tutorials in Python.
    996icu	o	996.ICU		276739	20753	0	2014-02-13	2025-08-22T06:01:29Z	MIT	resources				A project of 996icu.
    obra	u	superpowers	Shell	275712	24653	104	2013-04-26	2026-08-19T17:33:23Z	MIT	shell				superpowers, maintained by obra.
    react	o	react	JavaScript	247495	51246	826	2013-05-28	2026-08-21T21:26:26Z	MIT	javascript,ui,frontend,library		https://react.example.org	facebook/react	User interfaces as functions of their state, in the browser and beyond.
    torvalds	u	linux	C	243608	64026	0	2011-09-11	2026-08-21T20:24:53Z	GPL-2.0					The kernel of Linux, from its author's own tree.
    affaan-m	u	ECC	JavaScript	241835	36663	46	2014-05-23	2026-08-21T03:02:03Z	MIT	javascript				A project of affaan-m in JavaScript.
    trimstray	u	the-book-of-secret-knowledge		239717	14185	0	2020-12-19	2024-11-19T14:00:38Z	MIT	resources				A project of trimstray.
    NousResearch	o	hermes-agent	Python	234040	47007	11678	2015-11-12	2026-08-22T03:59:19Z	MIT	python				hermes-agent, maintained by NousResearch.
    mattpocock	u	skills	Shell	229826	19640	370	2020-09-22	2026-08-21T10:56:48Z	MIT	shell				
    TheAlgorithms	o	Python	Python	223934	50985	143	2016-07-08	2026-08-21T18:46:06Z	MIT	algorithms,python,education				Every classic algorithm, written plainly in Python.
    vuejs	o	vue	TypeScript	210342	33758	364	2013-07-21	2024-10-10T07:24:15Z	MIT	javascript,vue,frontend,framework	a			The second generation of Vue, a progressive interface framework; no longer developed.
    ossu	o	computer-science	HTML	208305	25779	17	2022-03-07	2026-07-14T05:38:25Z	GPL-3.0	html	s			A project of ossu in HTML.
    multica-ai	u	andrej-karpathy-skills		204924	20990	0	2023-05-25	2026-04-20T10:05:04Z	MIT	resources				Text by multica-ai and its contributors.
    n8n-io	o	n8n	TypeScript	201558	60273	346	2019-06-19	2026-08-22T03:15:52Z	NOASSERTION	automation,workflow,low-code,self-hosted		https://n8n.example.org		Connect services into workflows by drawing them.
    anomalyco	o	opencode	TypeScript	200027	25831	3970	2022-07-10	2026-08-22T04:05:12Z	Apache-2.0	typescript				TypeScript by anomalyco and its contributors.
    tensorflow	o	tensorflow	C++	197213	76088	745	2015-11-11	2026-08-22T04:00:17Z	Apache-2.0	machine-learning,deep-learning,python,neural-network		https://tensorflow.example.org		Machine learning on tensors, from phones to clusters.
    trekhleb	u	javascript-algorithms	JavaScript	196535	31040	135	2018-03-18	2026-07-26T02:43:08Z	MIT	algorithms,data-structures,javascript	s			Algorithms and data structures in JavaScript, each with an explanation.
    ultraworkers	u	claw-code	Rust	195105	109011	16	2023-08-10	2026-08-16T06:18:45Z		rust				claw-code, maintained by ultraworkers.
    DigitalPlatDev	u	FreeDomain	Markdown	194820	4192	0	2013-10-28	2026-08-12T10:36:46Z		markdown				Markdown by DigitalPlatDev and its contributors.
    ohmyzsh	o	ohmyzsh	Shell	189304	26573	155	2009-08-25	2026-08-20T08:43:08Z	MIT	shell,zsh,terminal,themes,cli	s		robbyrussell/oh-my-zsh	Themes and plugins that make zsh pleasant.
    microsoft	o	vscode	TypeScript	189114	41750	17615	2015-09-17	2026-08-22T03:51:45Z	MIT	editor,typescript,electron				The code editor from Microsoft, with an extension for nearly everything.
    massgravel	u	Microsoft-Activation-Scripts	Batchfile	187844	17953	8	2018-12-10	2026-07-04T16:54:38Z	MIT	batchfile				
    Significant-Gravitas	o	AutoGPT	Python	186734	46047	287	2016-07-17	2026-08-21T22:56:45Z	Apache-2.0	python	s	https://autogpt.example.org		AutoGPT, maintained by Significant-Gravitas.
    yt-dlp	o	yt-dlp	Python	186140	16043	1980	2020-10-07	2026-08-20T22:26:03Z	Unlicense	cli,downloader,video,python	s	https://yt-dlp.example.org		Downloads audio and video from the command line.
    CyC2018	u	CS-Notes		185543	50777	130	2018-02-17	2024-08-21T09:40:10Z		algorithm,interview,java				计算机基础知识笔记 📚
    jackfrued	u	Python-100-Days	Jupyter Notebook	185482	55695	537	2018-03-17	2026-07-29T15:18:29Z						Python 从入门到熟练的一百天课程
    getify	u	You-Dont-Know-JS		184709	33432	0	2013-11-19	2026-02-15T04:36:44Z	NOASSERTION	book,javascript,education	s			A series of books on the parts of JavaScript that are often skipped.
    deepseek-ai	o	deepseek-harness	TypeScript	181940	19947	0	2021-05-14	2026-08-21T12:35:08Z	MIT	typescript	s	https://deepseek-harness.example.org		A project of deepseek-ai in TypeScript.
    avelino	u	awesome-go	Go	181890	13506	23	2014-07-15	2026-08-21T06:27:18Z	MIT	awesome,go,golang	s			Go packages and tools that others found good.
    ollama	o	ollama	Go	179137	17513	2428	2023-06-06	2026-08-22T03:55:13Z	MIT	llm,golang,llama,ai				Runs large language models on your own computer.
    flutter	o	flutter	Dart	178574	30984	12555	2015-03-20	2026-08-22T03:29:42Z	BSD-3-Clause	dart,mobile,ui,framework				One codebase for apps on phones, desktops and the web.
    github	o	gitignore		175394	82255	0	2010-11-21	2026-07-23T16:06:45Z	CC0-1.0	git,gitignore	t			Templates of files to ignore, one for each kind of project.
    microsoft	o	markitdown	Python	175303	12817	395	2024-11-27	2026-08-19T19:36:22Z	MIT	markdown,python,converter				Turns office files, PDFs and pictures into Markdown.
    twbs	o	bootstrap	MDX	174628	78647	104	2011-07-28	2026-08-22T03:57:33Z	MIT	css,html,framework,sass		https://bootstrap.example.org		Ready-made styles and components for web pages that fit small screens first.
    521xueweihan	u	HelloGitHub	Python	172197	12629	618	2016-05-23	2026-08-02T07:58:25Z			s			每月分享有趣又易上手的开源项目
    anthropics	o	skills	Python	170881	20313	324	2023-12-15	2026-08-21T17:10:55Z	MIT	python				
    firecrawl	o	firecrawl	TypeScript	170624	9483	73	2022-12-10	2026-08-22T02:42:02Z	NOASSERTION	typescript	s			TypeScript by firecrawl and its contributors.
    f	u	prompts.chat	HTML	167714	21651	21	2017-12-06	2026-08-22T03:19:18Z	MIT	html				A project of f in HTML.
    AUTOMATIC1111	u	stable-diffusion-webui	Python	164611	30547	2421	2022-08-20	2026-03-02T07:00:53Z	AGPL-3.0	ai,stable-diffusion,image-generation,gradio				A web page for drawing with Stable Diffusion.
    huggingface	o	transformers	Python	164321	34318	867	2018-10-19	2026-08-22T02:43:46Z	Apache-2.0	machine-learning,nlp,pytorch,deep-learning				Pretrained models for text, vision and sound behind one interface.
    jlevy	u	the-art-of-command-line		162147	14831	126	2015-05-23	2024-06-25T18:13:44Z		bash,cli,unix,documentation				What to know about the command line, on a single page.
    Snailclimb	u	JavaGuide	JavaScript	157936	46172	58	2018-05-20	2026-08-18T13:05:40Z	Apache-2.0	java,interview,spring				Java 学习与面试指南 ☕
    langflow-ai	o	langflow	Python	153539	9901	218	2014-10-15	2026-08-22T00:17:57Z		python		https://langflow.example.org		Python by langflow-ai and its contributors.
    langgenius	o	dify	TypeScript	153154	24181	290	2023-04-22	2026-08-22T03:44:21Z	NOASSERTION	llm,workflow,rag,ai				A workbench for building applications on language models.
    open-webui	o	open-webui	Python	149526	21809	197	2023-10-14	2026-08-21T22:51:21Z	NOASSERTION	llm,self-hosted,ui,ai		https://open-webui.example.org		A chat window for models that run at home.
    airbnb	o	javascript	JavaScript	148127	26602	100	2012-11-23	2026-04-16T19:24:09Z	MIT	javascript,style-guide,linting				How one company agreed to write JavaScript.
    Genymobile	o	scrcpy	C	148042	13630	2794	2017-11-09	2026-08-17T10:27:07Z	Apache-2.0	android,screen,c,mirroring		https://scrcpy.example.org		Shows an Android device on the computer and controls it from there.
    msitarzewski	u	agency-agents	Shell	147221	23766	58	2022-04-08	2026-08-06T13:29:47Z	NOASSERTION	shell	s			
    langchain-ai	o	langchain	Python	144741	24113	331	2022-10-17	2026-08-21T18:38:05Z	MIT	llm,python,agents,ai				Building blocks for programs that reason with language models.
    x1xhlol	u	system-prompts-and-models-of-ai-tools		142991	34839	91	2015-04-22	2026-08-11T13:01:09Z	GPL-3.0	resources				A project of x1xhlol.
    anthropics	o	claude-code	Python	142319	22817	14322	2025-02-19	2026-08-21T19:54:23Z		cli,ai,agents				A coding agent that lives in the terminal.
    jtleek	u	datasharing		6749	241997	308	2019-12-17	2024-08-07T08:29:32Z	MIT	resources	s			A project of jtleek.
    octocat	u	Spoon-Knife	HTML	13989	158789	2791	2011-01-08	2024-08-21T15:25:42Z						Made for trying out forks.
    rdpeng	u	ProgrammingAssignment2	R	889	143350	204	2023-09-22	2024-08-14T21:14:33Z	GPL-3.0	r				R by rdpeng and its contributors.
    firstcontributions	o	first-contributions		55603	108192	19	2016-03-07	2026-08-22T03:21:00Z	MIT	resources				Text by firstcontributions and its contributors.
    TheOdinProject	o	css-exercises	HTML	2693	93421	0	2019-09-02	2026-07-10T20:11:35Z	Apache-2.0	html		https://css-exercises.example.org		HTML by TheOdinProject and its contributors.
    Pierian-Data	u	Complete-Python-3-Bootcamp	Jupyter Notebook	29719	87259	151	2016-05-01	2025-06-24T04:54:16Z	NOASSERTION	jupyter-notebook	s			
    jaywcjlove	u	awesome-mac	Swift	111562	8540	159	2016-07-19	2026-08-21T08:08:53Z	CC0-1.0	awesome,macos,apps	s			Good software for the Mac, by category.
    swiftlang	o	swift	Swift	70270	10797	7648	2015-10-27	2026-08-22T03:10:33Z	Apache-2.0	swift,compiler,programming-language			apple/swift	The Swift programming language: compiler and standard library.
    vsouza	u	awesome-ios	Swift	53125	6997	6	2014-07-23	2026-06-24T14:58:10Z	MIT	awesome,ios,swift,apple	s			Libraries and learning material for iOS, sorted.
    apple	o	container	Swift	49186	1732	296	2025-05-23	2026-08-20T22:41:02Z	Apache-2.0	containers,macos,swift,virtualization				Runs Linux containers on a Mac, each in a light virtual machine.
    iina	o	iina	Swift	46045	2899	1818	2016-12-15	2026-08-21T21:30:45Z	GPL-3.0	macos,video,player,mpv,swift	s	https://iina.example.org		A video player for the Mac that feels at home there.
    Alamofire	o	Alamofire	Swift	42417	7665	31	2014-07-24	2026-08-03T01:00:57Z	MIT	swift,networking,http,ios		https://alamofire.example.org		HTTP requests in Swift without the ceremony.
    exelban	u	stats	Swift	41350	1490	27	2019-06-19	2026-08-21T17:12:37Z	MIT	macos,menubar,monitor,swift	s			Processor, memory, network and more in the menu bar.
    permissionlesstech	o	bitchat	Swift	35766	5679	39	2025-07-08	2026-08-16T06:06:55Z	Unlicense	bluetooth,mesh,chat,swift				Chat from phone to phone over Bluetooth, with no server between.
    utmapp	o	UTM	Swift	35076	1788	1075	2019-01-03	2026-08-05T07:54:18Z	Apache-2.0	virtualization,qemu,macos,ios	s			Virtual machines for Macs, iPads and iPhones.
    MonitorControl	o	MonitorControl	Swift	34007	989	13	2017-06-12	2026-08-11T12:43:28Z	MIT	macos,display,brightness,swift	s			Brightness and volume keys for external displays.
    shadowsocks	o	ShadowsocksX-NG	Swift	32883	7762	306	2016-06-27	2024-10-29T12:19:30Z	NOASSERTION	macos,proxy,swift	a			A menu bar client for Shadowsocks.
    rxhanson	u	Rectangle	Swift	29720	977	104	2019-06-26	2026-08-21T10:45:52Z	NOASSERTION	macos,window-manager,swift	s			Moves and sizes windows with keys and screen edges.
    jordanbaird	u	Ice	Swift	29351	847	380	2023-06-08	2025-09-20T20:28:17Z	GPL-3.0	macos,menubar,swift	s			Hides and arranges menu bar items ❄️
    kodecocodes	o	swift-algorithm-club	Swift	29090	4949	32	2016-01-04	2024-12-06T07:03:07Z	MIT	algorithms,data-structures,swift		https://swift-algorithm-club.example.org		Algorithms in Swift, explained step by step.
    ChartsOrg	o	Charts	Swift	28010	5993	884	2015-03-24	2026-03-07T05:36:26Z	Apache-2.0	charts,ios,swift,graph			danielgindi/Charts	Line, bar, pie and other charts for Apple's platforms.
    airbnb	o	lottie-ios	Swift	26838	3832	43	2016-12-19	2026-07-08T13:57:38Z	Apache-2.0	animation,ios,swift,vector				Plays After Effects animations as vectors.
    manaflow-ai	u	cmux	Swift	26332	2246	1755	2014-06-05	2026-08-22T04:05:43Z		swift				cmux, maintained by manaflow-ai.
    vapor	o	vapor	Swift	26191	1523	90	2016-01-06	2026-08-21T18:43:11Z	MIT	server,http,swift,web-framework,swift-nio	s	https://vapor.example.org		Web applications and services in Swift 💧
    ReactiveX	o	RxSwift	Swift	24645	4153	10	2015-04-09	2026-08-15T09:20:08Z	NOASSERTION	reactive,functional,swift,observer				Observables for Swift, after the ReactiveX manner.
    onevcat	u	Kingfisher	Swift	24388	2764	170	2015-04-07	2026-08-21T03:32:49Z	MIT	swift,image,cache,ios	s			Loads pictures from the web and remembers them.
    CodeEditApp	o	CodeEdit	Swift	22990	1180	189	2022-03-12	2026-08-18T21:24:35Z	MIT	editor,macos,swift,swiftui	s			A code editor for the Mac, built by its community.
    SwiftyJSON	o	SwiftyJSON	Swift	22951	3420	118	2014-06-03	2026-08-18T07:07:07Z	MIT	json,swift				JSON in Swift without a pile of casts.
    nikitabobko	u	AeroSpace	Swift	22550	639	142	2023-04-16	2026-08-10T16:54:22Z	MIT	macos,tiling,window-manager,swift	s			A tiling window manager for the Mac in the spirit of i3.
    HeroTransitions	o	Hero	Swift	22486	1729	40	2016-11-18	2025-01-23T20:27:30Z	MIT	animation,ios,swift,transition				Transitions between screens with hardly any code.
    p0deje	u	Maccy	Swift	21290	1112	118	2018-11-06	2026-08-13T00:05:03Z	MIT	clipboard,macos,swift	s			Remembers what was copied and finds it again.
    Caldis	u	Mos	Swift	21211	678	382	2017-02-18	2026-08-20T16:42:32Z	NOASSERTION	macos,mouse,scrolling,swift				让鼠标滚轮在 Mac 上顺滑 🖱️
    JohnCoates	u	Aerial	Swift	20970	1035	17	2015-10-15	2026-05-16T13:55:52Z	MIT	macos,screensaver,swift				Flights over cities as a screen saver.
    steipete	u	CodexBar	Swift	20443	1759	85	2021-01-09	2026-08-22T01:43:08Z	Apache-2.0	swift				
    SnapKit	o	SnapKit	Swift	20342	2042	0	2014-07-08	2026-07-13T10:50:19Z	MIT	autolayout,ios,swift,constraints				Layout constraints that read like sentences.
    ReactiveCocoa	o	ReactiveCocoa	Swift	19815	3411	4	2012-03-13	2025-09-12T03:55:10Z	MIT	reactive,cocoa,swift				Streams of values over time for Cocoa.
    realm	o	SwiftLint	Swift	19703	2319	398	2015-05-01	2026-08-21T20:30:20Z	MIT	lint,swift,static-analysis,code-style		https://swiftlint.example.org		Checks Swift for style and habits.
    OpenEmu	o	OpenEmu	Swift	17720	1353	409	2009-05-22	2025-10-22T21:39:10Z		emulator,games,macos				Old game consoles in one place on the Mac.
    hackiftekhar	u	IQKeyboardManager	Swift	16629	2445	8	2013-08-27	2026-05-25T14:09:39Z	MIT	keyboard,ios,swift	s			Keeps text fields clear of the keyboard, without code.
    ianyh	u	Amethyst	Swift	16227	530	276	2013-04-11	2026-08-19T13:38:37Z	MIT	tiling,window-manager,macos,swift	s			Arranges windows by itself, in the manner of xmonad.
    TerryCavanagh	u	VVVVVV	ActionScript	8012	600	30	2014-04-28	2026-08-11T14:43:06Z	GPL-3.0	actionscript				
    open-source-flash	u	open-source-flash	ActionScript	7319	112	25	2012-04-14	2021-02-24T08:44:01Z	MIT	actionscript				A project of open-source-flash in ActionScript.
    microsoft	o	PowerToys	C	137949	8497	7398	2015-12-15	2026-08-22T00:35:16Z	Apache-2.0	c		https://powertoys.example.org		C by microsoft and its contributors.
    ventoy	u	Ventoy	C	78873	4898	898	2015-08-08	2026-08-06T04:51:23Z	NOASSERTION	c				C by ventoy and its contributors.
    redis	o	redis	C	76068	24758	2258	2009-03-18	2026-08-20T14:45:16Z	NOASSERTION	database,cache,key-value,in-memory			antirez/redis	Data structures in memory, served over the network.
    obsproject	o	obs-studio	C	75286	9816	798	2013-10-02	2026-08-22T00:34:05Z	GPL-2.0	streaming,recording,video	s	https://obs-studio.example.org		Records and streams the screen.
    colbymchenry	u	codegraph	C	67615	4288	162	2012-05-14	2026-08-20T17:53:49Z	MIT	c				A project of colbymchenry in C.
    FFmpeg	o	FFmpeg	C	63521	14175	0	2011-04-19	2026-08-21T21:48:40Z	NOASSERTION	audio,video,codec,multimedia	m			Reads, converts and plays nearly every kind of media.
    git	o	git	C	62719	28271	0	2008-07-15	2026-08-20T22:20:31Z	NOASSERTION	c,git,vcs	m	https://git.example.org		Git's own history; patches travel by mail. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost. Every copy holds the whole history, so most work needs no network, and nothing that was committed is easily lost.
    tmux	o	tmux	C	48743	2842	17	2015-06-19	2026-08-21T14:59:14Z	ISC	terminal,c,multiplexer		https://tmux.example.org		Many terminals in one, that stay when you leave.
    curl	o	curl	C	42657	7313	4	2010-03-20	2026-08-21T22:33:05Z	NOASSERTION	http,c,cli,transfer,library	s	https://curl.example.org		Moves data to and from URLs, as a tool and as a library.
    2dust	u	v2rayN	C#	114372	15726	8	2019-08-23	2026-08-22T02:25:57Z	GPL-3.0	proxy,windows				
    shadowsocks	u	shadowsocks-windows	C#	59571	16194	189	2012-07-02	2025-01-01T08:09:55Z	MIT	csharp				A project of shadowsocks in C#.
    jellyfin	o	jellyfin	C#	56029	5338	378	2018-12-13	2026-08-22T03:30:36Z	GPL-2.0	media-server,dotnet,self-hosted				A media server that belongs to you.
    PowerShell	o	PowerShell	C#	55051	8432	1288	2016-01-06	2026-08-20T23:21:01Z	MIT	shell,powershell,terminal,cli				A shell whose pipes carry objects.
    files-community	o	Files	C#	44699	2833	443	2018-09-13	2026-08-21T15:50:12Z	MIT	windows,file-manager	s			A file manager for Windows with tabs and panes.
    ShareX	o	ShareX	C#	39235	3900	652	2013-10-20	2026-08-22T01:01:52Z	GPL-3.0	screenshot,windows,csharp	s	https://sharex.example.org		Takes pictures and films of the screen and shares them.
    huiyadanli	u	RevokeMsgPatcher	C#	38546	4060	57	2014-04-11	2026-08-16T12:51:44Z	MIT	csharp	s			A project of huiyadanli in C#.
    dotnet	o	aspnetcore	C#	38389	10938	3770	2014-03-02	2026-08-22T03:27:33Z	MIT	dotnet,web,framework,csharp		https://aspnetcore.example.org		Web applications and services on .NET.
    DevToys-app	u	DevToys	C#	31879	1746	332	2016-05-12	2026-02-25T11:53:38Z	GPL-3.0	csharp				C# by DevToys-app and its contributors.
    react	o	react-native	C++	126386	25221	674	2015-01-13	2026-08-21T21:45:14Z	MIT	mobile,react,android,ios			facebook/react-native	Native apps written with React.
    ggml-org	o	llama.cpp	C++	125069	22006	782	2023-03-24	2026-08-22T03:52:34Z	MIT	llm,ggml,c-plus-plus			ggerganov/llama.cpp	Inference of language models in plain C and C++.
    electron	o	electron	C++	122636	17429	677	2013-04-11	2026-08-22T03:36:01Z	MIT	electron,desktop,javascript,chromium				Desktop applications from web technology.
    godotengine	o	godot	C++	115966	26432	13409	2014-01-27	2026-08-21T21:08:08Z	MIT	game-engine,gamedev,cross-platform	s			A game engine for two and three dimensions.
    microsoft	o	terminal	C++	104663	9540	1648	2017-08-09	2026-08-21T02:00:15Z	MIT	terminal,windows,console,cli				The Windows terminal, with tabs and real colours.
    opencv	o	opencv	C++	90543	56969	2545	2012-07-25	2026-08-21T14:17:50Z	Apache-2.0	computer-vision,image-processing,c-plus-plus		https://opencv.example.org		Computer vision in C++, fast enough for live pictures.
    bitcoin	o	bitcoin	C++	89965	39323	333	2010-12-19	2026-08-21T12:40:27Z	MIT	bitcoin,cryptography,p2p		https://bitcoin.example.org		The reference node of the Bitcoin network.
    nomic-ai	u	gpt4all	C++	77399	8299	730	2020-08-12	2025-05-27T20:05:19Z	MIT	c-plus-plus				A project of nomic-ai in C++.
    tesseract-ocr	u	tesseract	C++	76096	10767	436	2013-11-27	2026-08-21T11:52:24Z	GPL-3.0	c-plus-plus	s			C++ by tesseract-ocr and its contributors.
    ocornut	u	imgui	C++	75794	12023	1047	2014-07-14	2026-08-19T11:39:50Z	MIT	gui,game-development,c-plus-plus	s			A user interface that is drawn anew in every frame.
    tonsky	u	FiraCode	Clojure	81945	3189	422	2014-11-12	2026-07-28T17:02:16Z	OFL-1.1	font,ligatures,programming	s			A typeface for code in which arrows look like arrows.
    penpot	o	penpot	Clojure	58998	3980	672	2015-12-08	2026-08-21T16:30:05Z	MPL-2.0	design,svg,clojure,ui				Design and prototypes in the browser, on open standards.
    metabase	o	metabase	Clojure	48872	6760	3761	2015-02-23	2026-08-22T02:54:37Z	NOASSERTION	analytics,sql,clojure,dashboards				Questions to a database, answered in charts.
    logseq	o	logseq	Clojure	44553	2781	867	2020-05-21	2026-08-21T08:05:30Z	AGPL-3.0	notes,knowledge-base,clojure	s	https://logseq.example.org		Notes as an outline that links to itself.
    LightTable	o	LightTable	Clojure	11689	912	164	2012-04-12	2022-06-17T00:20:21Z	MIT	editor,clojurescript	a			An editor that showed results beside the code.
    FelisCatus	u	SwitchyOmega	CoffeeScript	22603	3621	803	2018-08-28	2024-12-27T12:00:30Z		coffeescript				A project of FelisCatus in CoffeeScript.
    mojs	u	mojs	CoffeeScript	18755	888	37	2013-06-17	2026-07-30T16:54:33Z	MIT	coffeescript				
    jashkenas	u	coffeescript	CoffeeScript	16601	1982	75	2009-12-22	2024-03-22T14:04:00Z	MIT	coffeescript,language,compiler				A small language that becomes JavaScript.
    animate-css	o	animate.css	CSS	82744	15924	43	2011-10-09	2024-07-29T19:34:21Z	NOASSERTION	css,animation				Movements for web pages, ready to use.
    ryanoasis	u	nerd-fonts	CSS	64337	3949	14	2019-04-17	2026-08-21T15:30:33Z	GPL-3.0	css	s			nerd-fonts, maintained by ryanoasis.
    necolas	u	normalize.css	CSS	53520	10339	47	2011-05-07	2024-06-12T20:36:06Z	MIT	css				Makes browsers agree on how elements look.
    jgthms	u	bulma	CSS	50051	3884	348	2016-06-02	2026-03-01T20:13:02Z		css				bulma, maintained by jgthms.
    isocpp	o	CppCoreGuidelines	CSS	45258	5557	237	2021-07-23	2026-08-06T15:54:13Z	MIT	css				CSS by isocpp and its contributors.
    localsend	o	localsend	Dart	88922	4948	988	2023-06-28	2026-08-21T14:02:00Z		dart		https://localsend.example.org		localsend, maintained by localsend.
    AppFlowy-IO	o	AppFlowy	Dart	75822	5895	894	2014-03-03	2026-08-11T13:01:19Z	NOASSERTION	dart				
    Solido	u	awesome-flutter	Dart	60972	6913	0	2020-03-06	2026-04-21T19:06:09Z	Apache-2.0	dart				awesome-flutter, maintained by Solido.
    chen08209	u	FlClash	Dart	49543	3129	520	2015-11-10	2026-08-21T22:07:30Z	NOASSERTION	dart				FlClash, maintained by chen08209.
    KRTirtho	u	spotube	Dart	48585	2254	809	2020-02-06	2026-08-21T13:50:16Z	GPL-3.0	dart				A project of KRTirtho in Dart.
    hiddify	o	hiddify-app	Dart	32309	2959	33	2023-04-05	2026-08-10T17:43:24Z	NOASSERTION	dart				A project of hiddify in Dart.
    tgstation	o	tgstation	DM	1931	5301	2321	2015-09-10	2026-08-21T18:44:11Z	GPL-3.0	dm	s			A project of tgstation in DM.
    ParadiseSS13	o	Paradise	DM	447	1326	891	2019-10-19	2026-08-22T00:25:16Z	MIT	dm		https://paradise.example.org		A project of ParadiseSS13 in DM.
    anoma	o	anoma	Elixir	33651	4113	90	2016-01-24	2026-06-15T14:56:43Z	GPL-3.0	elixir		https://anoma.example.org		A project of anoma in Elixir.
    plausible	o	analytics	Elixir	28699	1808	24	2019-08-15	2026-08-21T08:59:35Z	NOASSERTION	elixir	s	https://analytics.example.org		Elixir by plausible and its contributors.
    openai	o	symphony	Elixir	26797	2736	0	2019-06-02	2026-08-19T23:24:27Z	MIT	elixir	s	https://symphony.example.org		A project of openai in Elixir.
    elixir-lang	o	elixir	Elixir	26604	3672	22	2011-01-17	2026-08-21T22:57:22Z	Apache-2.0	elixir,erlang,functional,language		https://elixir.example.org		A functional language for programs that must not stop.
    phoenixframework	o	phoenix	Elixir	23130	3107	16	2014-01-14	2026-08-21T13:40:11Z	MIT	elixir,web-framework,realtime	s	https://phoenix.example.org		A web framework for Elixir that keeps pages live.
    h4cc	u	awesome-elixir	Elixir	13164	1192	7	2017-11-08	2025-10-12T18:06:13Z	GPL-3.0	elixir				
    golang	o	go	Go	136031	19293	9591	2014-08-17	2026-08-22T01:56:30Z	BSD-3-Clause	go,golang,language	m			The Go programming language.
    kubernetes	o	kubernetes	Go	124753	43894	1860	2014-06-18	2026-08-21T00:56:52Z	Apache-2.0	containers,go,orchestration,cncf				Schedules containers over many machines and keeps them running. It watches what runs, compares it with what should run, and acts on the difference; It watches what runs, compares it with what should run, and acts on the difference; It watches what runs, compares it with what should run, and acts on the difference; It watches what runs, compares it with what should run, and acts on the difference; It watches what runs, compares it with what should run, and acts on the difference; It watches what runs, compares it with what should run, and acts on the difference; It watches what runs, compares it with what should run, and acts on the difference; It watches what runs, compares it with what should run, and acts on the difference; and so on.
    microsoft	o	TypeScript	Go	110403	13744	5137	2014-06-27	2026-08-21T21:39:39Z	Apache-2.0	language,typechecker,javascript		https://typescript.example.org		JavaScript with types that are checked before it runs.
    fatedier	u	frp	Go	108934	15195	43	2015-12-15	2026-08-17T16:24:14Z	Apache-2.0	proxy,tunnel,go,nat	s			Makes a server behind NAT reachable from outside.
    JuliusBrussee	u	caveman	Go	100186	5808	171	2019-02-08	2026-08-21T03:28:58Z		go				Go by JuliusBrussee and its contributors.
    gohugoio	o	hugo	Go	89483	8337	211	2013-07-13	2026-08-20T19:56:40Z	Apache-2.0	static-site-generator,go,cli	s	https://hugo.example.org		Builds web sites from Markdown in moments.
    gin-gonic	o	gin	Go	89099	8670	604	2014-06-15	2026-08-15T05:44:19Z	MIT	go,http,web-framework,router				An HTTP framework for Go with a quick router.
    infiniflow	o	ragflow	Go	89002	10455	1289	2013-03-19	2026-08-21T13:47:45Z	MIT	go		https://ragflow.example.org		
    syncthing	o	syncthing	Go	87856	5422	358	2013-11-24	2026-08-21T02:19:15Z	MPL-2.0	sync,p2p,go	s	https://syncthing.example.org		Keeps folders alike between machines.
    junegunn	u	fzf	Go	82602	2855	268	2013-10-26	2026-08-21T04:28:14Z	MIT	cli,fzf,go,terminal,fuzzy-search	s			A fuzzy finder for lists of any kind 🌸
    jesseduffield	u	lazygit	Go	81541	3003	856	2018-05-14	2026-08-21T11:34:49Z	MIT	cli,git,go,terminal,tui	s			Git with keys and panes instead of long commands.
    gradle	o	gradle	Groovy	18790	5344	3273	2012-10-19	2026-08-22T01:18:49Z		groovy				
    bregman-arie	u	devops-resources	Groovy	9650	2409	16	2018-02-06	2024-07-12T09:40:46Z	GPL-3.0	groovy				
    rundeck	o	rundeck	Groovy	6275	985	675	2022-04-28	2026-08-21T18:47:45Z	MIT	groovy				rundeck, maintained by rundeck.
    jgm	u	pandoc	Haskell	45966	3950	974	2010-03-10	2026-08-20T21:54:40Z	NOASSERTION	markdown,converter,haskell,cli				Converts between dozens of document formats.
    koalaman	u	shellcheck	Haskell	39905	1941	1117	2012-11-21	2026-08-04T08:32:46Z	GPL-3.0	lint,bash,shell,haskell	s			Finds the mistakes in shell scripts.
    PostgREST	o	postgrest	Haskell	27616	1227	335	2014-06-22	2026-08-21T20:57:56Z	MIT	postgresql,rest,api,haskell	s			A REST interface straight from a PostgreSQL schema.
    simplex-chat	o	simplex-chat	Haskell	19291	1350	987	2020-07-24	2026-08-21T20:26:51Z	NOASSERTION	haskell				A project of simplex-chat in Haskell.
    hadolint	o	hadolint	Haskell	12368	503	189	2013-03-08	2026-08-17T08:53:13Z	MIT	haskell				
    github	o	semantic	Haskell	9045	463	0	2018-10-03	2025-04-01T16:36:44Z	MIT	haskell	s	https://semantic.example.org		
    purescript	o	purescript	Haskell	8900	574	280	2016-03-27	2026-07-08T02:13:54Z	MIT	haskell				
    ripienaar	u	free-for-dev	HTML	133331	13989	0	2018-06-07	2026-08-21T14:08:38Z		html	s			HTML by ripienaar and its contributors.
    PKUFlyingPig	u	cs-self-learning	HTML	75108	7990	130	2012-01-21	2026-08-13T14:21:23Z		html				cs-self-learning, maintained by PKUFlyingPig.
    shanraisshan	u	claude-code-best-practice	HTML	64842	6449	4	2013-07-01	2026-08-22T03:45:17Z	MIT	html				
    krahets	u	hello-algo	Java	129534	15516	14	2021-08-24	2026-08-17T20:58:58Z		java				hello-algo, maintained by krahets.
    iluwatar	o	java-design-patterns	Java	94600	27396	121	2012-01-04	2026-08-17T22:42:48Z	MIT	java		https://java-design-patterns.example.org		
    Stirling-Tools	o	Stirling-PDF	Java	90010	8141	364	2015-06-07	2026-08-21T23:10:11Z	NOASSERTION	java				Java by Stirling-Tools and its contributors.
    macrozheng	u	mall	Java	84595	29830	13	2012-01-22	2026-05-14T08:32:05Z	Apache-2.0	java				Java by macrozheng and its contributors.
    spring-projects	o	spring-boot	Java	81334	42092	477	2012-10-11	2026-08-21T09:02:01Z	Apache-2.0	java,spring,framework				Spring applications that start without configuration.
    doocs	o	advanced-java	Java	79075	19170	0	2021-05-19	2026-06-25T02:21:18Z	Apache-2.0	java		https://advanced-java.example.org		Java by doocs and its contributors.
    elastic	o	elasticsearch	Java	77852	26051	4636	2010-02-10	2026-08-22T01:57:44Z	NOASSERTION	search,java,elasticsearch,search-engine				A search engine over HTTP, spread over many machines.
    MisterBooo	u	LeetCodeAnimation	Java	76697	13881	18	2014-12-01	2026-06-12T13:49:06Z	Apache-2.0	java				Java by MisterBooo and its contributors.
    vercel	o	next.js	JavaScript	141879	31771	1739	2016-10-10	2026-08-22T03:40:34Z	MIT	react,framework,javascript,server-rendering				React on the server and in the browser at once.
    Chalarangelo	u	30-seconds-of-code	JavaScript	128785	12484	0	2020-03-02	2026-08-19T06:19:54Z	NOASSERTION	javascript				JavaScript by Chalarangelo and its contributors.
    nodejs	o	node	JavaScript	119143	36548	639	2014-11-20	2026-08-22T03:49:25Z	NOASSERTION	javascript,runtime,node,v8				JavaScript outside the browser.
    mrdoob	u	three.js	JavaScript	114667	36493	250	2010-03-14	2026-08-22T03:11:29Z	MIT	3d,webgl,javascript,webgpu	s			Three dimensions in the browser.
    axios	o	axios	JavaScript	109196	11824	47	2014-08-19	2026-08-21T13:09:14Z	MIT	http-client,javascript,promise	s			Promises for HTTP, in browsers and Node.
    DietrichGebert	u	ponytail	JavaScript	107601	5947	62	2013-09-24	2026-08-07T21:44:01Z	MIT	javascript				
    react	u	create-react-app	JavaScript	103290	26916	1855	2015-03-28	2025-02-15T01:32:11Z	Apache-2.0	javascript				A project of react in JavaScript.
    mui	o	material-ui	JavaScript	98889	32561	1378	2014-08-18	2026-08-21T14:20:37Z	MIT	react,components,material-design	s		mui-org/material-ui	React components after Material Design.
    JuliaLang	o	julia	Julia	49021	5972	3608	2011-04-04	2026-08-22T00:35:39Z	MIT	julia,language,scientific-computing,numerical	s			A language for numbers that is both quick to write and quick to run.
    FluxML	o	Flux.jl	Julia	4737	624	34	2018-10-15	2026-08-16T08:15:53Z	NOASSERTION	julia				Julia by FluxML and its contributors.
    SciML	o	DifferentialEquations.jl	Julia	3147	255	127	2023-11-12	2026-08-21T19:34:26Z	GPL-3.0	julia	s			
    JuliaLang	o	IJulia.jl	Julia	2897	426	31	2013-03-18	2026-06-23T05:55:43Z		julia		https://ijulia-jl.example.org		IJulia.jl, maintained by JuliaLang.
    mitmath	u	computational-thinking	Julia	2827	501	5	2022-03-06	2026-08-12T16:03:07Z		julia				A project of mitmath in Julia.
    topjohnwu	u	Magisk	Kotlin	62353	18361	38	2016-09-28	2026-08-20T21:36:51Z	GPL-3.0	android,root,kotlin				Changes an Android system without touching its partition.
    2dust	u	v2rayNG	Kotlin	61434	7981	11	2012-11-15	2026-08-21T02:21:03Z	GPL-3.0	kotlin				
    JetBrains	o	kotlin	Kotlin	53346	6393	0	2012-02-27	2026-08-22T01:46:23Z	NOASSERTION	kotlin,compiler,language				The Kotlin language and its tools.
    bannedbook	u	fanqiang	Kotlin	50448	8294	334	2020-08-07	2026-08-21T07:25:55Z	MIT	kotlin	s			fanqiang, maintained by bannedbook.
    lysine-dev	u	okhttp	Kotlin	47048	9295	89	2012-09-04	2026-08-21T16:19:02Z	GPL-3.0	kotlin				okhttp, maintained by lysine-dev.
    gedoor	u	legado	Kotlin	47024	5535	0	2015-04-20	2026-05-27T08:41:54Z		kotlin	s			Kotlin by gedoor and its contributors.
    android	o	architecture-samples	Kotlin	45798	11861	147	2013-02-11	2026-08-12T23:40:24Z	MIT	kotlin				Kotlin by android and its contributors.
    gkd-kit	o	gkd	Kotlin	41069	1942	11	2022-12-16	2026-08-21T13:04:18Z	GPL-3.0	kotlin				A project of gkd-kit in Kotlin.
    Kong	o	kong	Lua	44019	5206	77	2014-11-18	2026-08-16T14:44:43Z	Apache-2.0	api-gateway,lua,nginx,microservices				A gateway in front of services.
    nvim-lua	o	kickstart.nvim	Lua	31297	46719	13	2018-02-26	2026-08-07T15:44:45Z	NOASSERTION	lua				Lua by nvim-lua and its contributors.
    koreader	o	koreader	Lua	29171	1881	1239	2013-02-01	2026-08-21T21:52:54Z	AGPL-3.0	ebook-reader,lua,epub	s			Reads books on devices with electronic ink.
    NvChad	o	NvChad	Lua	28438	2230	1	2019-08-28	2026-07-03T12:44:31Z	MIT	lua	s			NvChad, maintained by NvChad.
    nagadomi	u	waifu2x	Lua	28215	2670	152	2017-06-11	2023-05-04T00:50:48Z	GPL-3.0	lua				waifu2x, maintained by nagadomi.
    LazyVim	o	LazyVim	Lua	27239	1816	8	2022-12-23	2026-06-02T15:27:57Z	Apache-2.0	neovim,lua,config	s			A Neovim setup that stays easy to change.
    MathFoundationRL	u	Book-Mathematical-Foundation-of-Reinforcement-Learning	MATLAB	17522	1665	0	2012-03-15	2026-08-10T06:39:05Z	MIT	matlab	s			A project of MathFoundationRL in MATLAB.
    luanfujun	u	deep-photo-styletransfer	MATLAB	9990	1374	31	2015-10-14	2021-08-02T01:07:44Z	NOASSERTION	matlab				MATLAB by luanfujun and its contributors.
    TadasBaltrusaitis	u	OpenFace	MATLAB	7735	1911	343	2023-06-02	2024-06-01T00:44:07Z	NOASSERTION	matlab	s			A project of TadasBaltrusaitis in MATLAB.
    AFNetworking	o	AFNetworking	Objective-C	33392	10603	0	2011-05-19	2023-01-17T19:30:05Z	MIT	networking,objective-c,ios	a			Networking for Objective-C; succeeded by Alamofire.
    SDWebImage	o	SDWebImage	Objective-C	25633	5961	123	2009-09-25	2026-04-15T03:36:16Z	MIT	image,cache,objective-c,ios	s	https://sdwebimage.example.org		Asynchronous pictures with a cache.
    MustangYM	u	WeChatExtension-ForMac	Objective-C	22577	3550	907	2019-02-10	2025-02-13T21:53:57Z	MIT	objective-c				Objective-C by MustangYM and its contributors.
    opa334	u	TrollStore	Objective-C	22040	1648	46	2015-05-19	2026-04-01T09:43:17Z		objective-c	s			Objective-C by opa334 and its contributors.
    BradLarson	u	GPUImage	Objective-C	20302	4558	914	2020-10-14	2024-02-16T22:29:30Z	MIT	objective-c	s			GPUImage, maintained by BradLarson.
    SnapKit	u	Masonry	Objective-C	18133	3150	128	2020-11-11	2023-04-13T18:23:56Z	GPL-3.0	objective-c				Masonry, maintained by SnapKit.
    AlDanial	u	cloc	Perl	23457	1121	25	2015-09-11	2026-08-08T13:26:32Z	GPL-2.0	cli,perl,statistics				Counts lines of code, comments and blanks.
    brendangregg	u	FlameGraph	Perl	19686	2106	121	2011-12-01	2024-10-20T21:48:45Z	NOASSERTION	performance,profiling,perl				Draws where a program spends its time.
    so-fancy	u	diff-so-fancy	Perl	18082	349	2	2020-03-11	2026-08-19T18:49:08Z	MIT	perl	s			
    sullo	u	nikto	Perl	10672	1452	0	2012-06-04	2026-08-18T04:01:08Z	GPL-3.0	perl				nikto, maintained by sullo.
    danielmiessler	u	SecLists	PHP	72984	25092	8	2021-01-13	2026-08-21T14:16:14Z	MIT	php				
    coollabsio	o	coolify	PHP	60861	5323	510	2019-10-25	2026-08-21T22:49:19Z	Apache-2.0	php		https://coolify.example.org		PHP by coollabsio and its contributors.
    nextcloud	o	server	PHP	36519	5127	2639	2016-06-17	2026-08-22T02:56:06Z	AGPL-3.0	cloud,php,self-hosted,sync				Files, calendars and contacts on your own server ☁️
    laravel	o	framework	PHP	34875	11951	62	2013-01-25	2026-08-21T11:09:19Z	MIT	php,framework,web				The core of the Laravel web framework.
    filamentphp	o	filament	PHP	31867	4191	17	2017-01-26	2026-08-21T12:41:06Z	MIT	php	s			filament, maintained by filamentphp.
    symfony	o	symfony	PHP	31133	9856	194	2010-01-14	2026-08-21T21:20:46Z	MIT	php,framework,components	s			Components and a framework for web applications in PHP.
    blueimp	u	jQuery-File-Upload	PHP	30720	7748	49	2019-02-15	2026-04-08T09:52:14Z	NOASSERTION	php	s			
    ChrisTitusTech	u	winutil	PowerShell	61000	3554	15	2017-02-16	2026-08-19T22:25:17Z	NOASSERTION	powershell				winutil, maintained by ChrisTitusTech.
    Raphire	u	Win11Debloat	PowerShell	55851	2379	31	2014-02-13	2026-08-22T00:32:01Z		powershell				
    zhaoxuya520	u	reverse-skill	PowerShell	27254	3715	14	2018-03-03	2026-08-22T03:56:46Z	MIT	powershell				PowerShell by zhaoxuya520 and its contributors.
    cmderdev	u	cmder	PowerShell	26989	2070	53	2018-01-02	2026-08-21T14:15:55Z		powershell				A project of cmderdev in PowerShell.
    ytdl-org	o	youtube-dl	Python	140992	10669	3628	2010-10-10	2026-02-19T16:45:25Z	Unlicense	cli,downloader,video,python			rg3/youtube-dl	Downloads videos from many sites.
    Shubhamsaboo	u	awesome-llm-apps	Python	133525	19639	6	2012-11-07	2026-08-22T04:01:54Z	GPL-3.0	python				A project of Shubhamsaboo in Python.
    github	o	spec-kit	Python	130703	11737	166	2019-03-02	2026-08-21T21:29:37Z	Apache-2.0	python		https://spec-kit.example.org		Python by github and its contributors.
    Comfy-Org	o	ComfyUI	Python	128863	15201	4116	2023-01-22	2026-08-22T00:45:00Z	GPL-3.0	stable-diffusion,python,ai,nodes		https://comfyui.example.org	comfyanonymous/ComfyUI	Image models wired up as a graph of nodes.
    nextlevelbuilder	u	ui-ux-pro-max-skill	Python	119421	12821	39	2013-02-06	2026-08-20T11:49:07Z	NOASSERTION	python				A project of nextlevelbuilder in Python.
    harry0703	u	MoneyPrinterTurbo	Python	114044	17308	22	2013-12-04	2026-08-22T00:58:57Z	NOASSERTION	python				A project of harry0703 in Python.
    browser-use	o	browser-use	Python	110030	12092	103	2015-11-25	2026-08-21T00:00:12Z		python		https://browser-use.example.org		Python by browser-use and its contributors.
    Graphify-Labs	u	graphify	Python	109295	10609	496	2019-10-28	2026-08-20T16:39:37Z	NOASSERTION	python				graphify, maintained by Graphify-Labs.
    cxli233	u	FriendsDontLetFriends	R	7096	286	3	2021-01-21	2025-09-03T15:32:50Z	Apache-2.0	r				FriendsDontLetFriends, maintained by cxli233.
    tidyverse	o	ggplot2	R	6985	2128	96	2008-05-08	2026-04-22T12:15:25Z	NOASSERTION	r,visualization,graphics				Plots described by a grammar of graphics.
    qinwf	u	awesome-R	R	6503	1516	6	2019-10-12	2025-09-18T16:46:19Z	MIT	r	s			awesome-R, maintained by qinwf.
    rstudio	o	shiny	R	5679	1890	793	2014-10-20	2026-08-20T15:24:14Z	MIT	r	s			
    hadley	u	r4ds	R	5141	4435	20	2015-07-15	2026-07-18T02:06:45Z		r				r4ds, maintained by hadley.
    rails	o	rails	Ruby	58701	22367	489	2008-04-24	2026-08-21T20:32:04Z	MIT	ruby,framework,web,activerecord	s			A web framework with strong opinions, and the conventions to go with them.
    maybe-finance	o	maybe	Ruby	54320	5678	0	2018-09-23	2025-07-24T22:20:44Z	MIT	ruby				Ruby by maybe-finance and its contributors.
    jekyll	o	jekyll	Ruby	51644	10297	130	2008-10-12	2026-08-03T17:55:37Z	MIT	ruby,static-site-generator,blog	s			A blog from plain text files 🌐
    mastodon	o	mastodon	Ruby	50238	7488	4324	2016-02-16	2026-08-21T20:11:12Z	AGPL-3.0	fediverse,ruby,social-network,activitypub	s	https://mastodon.example.org	tootsuite/mastodon	A social network in which every server is its own.
    huginn	o	huginn	Ruby	49832	4294	613	2012-12-10	2026-08-22T02:42:21Z	MIT	ruby	s	https://huginn.example.org		
    Homebrew	o	brew	Ruby	49229	11288	1	2016-03-05	2026-08-22T00:04:54Z	BSD-2-Clause	macos,linux,package-manager,ruby	s			🍺 Installs what the operating system left out.
    discourse	o	discourse	Ruby	47698	8996	0	2013-01-09	2026-08-22T03:19:49Z	GPL-2.0	forum,ruby,community				A forum for long conversations.
    fastlane	o	fastlane	Ruby	42010	6025	518	2015-01-27	2026-08-18T00:55:28Z	MIT	ruby				A project of fastlane in Ruby.
    farion1231	u	cc-switch	Rust	128746	8807	1550	2018-07-07	2026-08-21T14:55:47Z	GPL-3.0	rust	s			
    rustdesk	o	rustdesk	Rust	121446	18597	79	2020-09-03	2026-08-22T03:21:48Z	AGPL-3.0	remote-desktop,rust,self-hosted	s			A remote desktop that you can host yourself.
    rust-lang	o	rust	Rust	115752	15449	11288	2010-06-28	2026-08-22T01:14:34Z	NOASSERTION	rust,compiler,language				A language in which memory errors do not compile.
    openai	o	codex	Rust	111571	17139	13234	2025-04-14	2026-08-22T00:44:40Z	Apache-2.0	cli,ai,rust,agents				A coding agent for the terminal.
    tauri-apps	o	tauri	Rust	110446	3873	1286	2019-07-27	2026-08-21T21:34:35Z	Apache-2.0	desktop,rust,webview	s			Small desktop applications with a web front.
    denoland	o	deno	Rust	108268	6349	1184	2018-05-01	2026-08-21T21:20:50Z	MIT	javascript,typescript,runtime,rust		https://deno.example.org		A runtime for JavaScript and TypeScript that asks for permission.
    oven-sh	o	bun	Rust	95558	4987	3274	2021-04-15	2026-08-22T04:05:34Z	NOASSERTION	javascript,runtime,bundler				One program that runs, bundles, tests and installs JavaScript.
    ruvnet	u	RuView	Rust	91217	12133	33	2016-11-17	2026-08-22T00:50:41Z	Apache-2.0	rust				RuView, maintained by ruvnet.
    zed-industries	o	zed	Rust	89024	10184	2484	2021-02-16	2026-08-22T02:17:54Z	NOASSERTION	editor,rust,collaboration				An editor for several people, drawn on the graphics card.
    astral-sh	o	uv	Rust	88960	3506	2357	2023-10-08	2026-08-21T18:44:19Z	Apache-2.0	python,package-manager,rust,packaging				Python packages and projects, resolved in an instant.
    rtk-ai	u	rtk	Rust	76983	4838	981	2023-12-17	2026-08-21T15:48:45Z		rust				rtk, maintained by rtk-ai.
    unionlabs	o	union	Rust	73856	3890	128	2020-09-01	2026-07-25T18:20:02Z	GPL-3.0	rust	s			A project of unionlabs in Rust.
    openinterpreter	o	openinterpreter	Rust	68105	5858	2	2017-08-21	2026-08-20T03:35:38Z	MIT	rust	s			A project of openinterpreter in Rust.
    BurntSushi	u	ripgrep	Rust	67483	2736	118	2016-03-04	2026-08-04T13:59:44Z	Unlicense	cli,grep,regex,rust,search	s			Searches folders for a pattern and respects what git ignores.
    twitter	o	the-algorithm	Scala	73861	13282	330	2023-03-27	2025-09-08T18:40:54Z	AGPL-3.0	recommendation,scala				How a timeline is chosen.
    apache	o	spark	Scala	43852	29341	40	2014-02-01	2026-08-22T02:42:51Z	Apache-2.0	big-data,scala,sql,python		https://spark.example.org		Large data, worked on by many machines.
    lichess-org	o	lila	Scala	18652	2766	1241	2021-04-19	2026-08-22T00:17:34Z	NOASSERTION	scala	s	https://lila.example.org		lila, maintained by lichess-org.
    prisma	o	prisma1	Scala	16383	839	2	2020-07-07	2022-09-01T18:57:41Z	MIT	scala		https://prisma1.example.org		
    scala	o	scala	Scala	14566	3237	0	2011-12-07	2026-08-20T09:01:33Z	Apache-2.0	scala,compiler,language				The second major version of Scala: compiler and library.
    akka	o	akka-core	Scala	13277	3538	876	2017-11-21	2026-08-21T15:58:19Z		scala		https://akka-core.example.org		Scala by akka and its contributors.
    playframework	o	playframework	Scala	12619	4024	408	2023-06-07	2026-08-22T00:14:39Z	Apache-2.0	scala		https://playframework.example.org		playframework, maintained by playframework.
    d3	o	d3	Shell	113521	22677	8	2010-09-05	2026-05-28T14:43:01Z	ISC	visualization,svg,charts,javascript			mbostock/d3	Documents that follow their data.
    papers-we-love	o	papers-we-love	Shell	108907	6415	2	2021-06-01	2026-07-01T09:14:27Z	MIT	shell				Shell by papers-we-love and its contributors.
    nvm-sh	o	nvm	Shell	94675	10386	337	2010-04-07	2026-08-18T06:42:47Z	MIT	node,shell,bash,version-manager	s		creationix/nvm	Several versions of Node side by side.
    base	u	node	Shell	68423	3257	6	2015-04-09	2026-07-22T19:00:12Z	MIT	shell				A project of base in Shell.
    tw93	u	Mole	Shell	64507	2258	0	2013-02-21	2026-08-22T00:06:51Z	MIT	shell				
    youngyangyang04	u	leetcode-master	Shell	62235	12312	213	2018-05-10	2026-08-03T02:57:08Z		shell				leetcode-master, maintained by youngyangyang04.
    pi-hole	o	pi-hole	Shell	60530	3290	22	2014-06-20	2026-08-21T20:46:43Z	NOASSERTION	dns,ad-blocker,shell,raspberry-pi	s			Stops advertisements for a whole network by its DNS.
    exacity	o	deeplearningbook-chinese	TeX	37359	9109	65	2015-03-22	2019-12-03T04:25:44Z	MIT	tex	a			deeplearningbook-chinese, maintained by exacity.
    lib-pku	o	libpku	TeX	33878	8206	11	2018-01-10	2022-01-05T04:09:27Z	NOASSERTION	tex				A project of lib-pku in TeX.
    posquit0	u	Awesome-CV	TeX	28341	5299	92	2013-01-08	2026-08-13T00:32:35Z	Apache-2.0	tex	s			Awesome-CV, maintained by posquit0.
    yangshun	u	tech-interview-handbook	TypeScript	142063	16764	34	2015-01-28	2026-08-07T12:06:42Z	Apache-2.0	typescript				TypeScript by yangshun and its contributors.
    clash-verge-rev	o	clash-verge-rev	TypeScript	139321	10042	390	2015-04-22	2026-08-22T03:12:05Z	NOASSERTION	typescript	s			A project of clash-verge-rev in TypeScript.
    iptv-org	o	iptv	TypeScript	136315	7877	8	2017-05-03	2026-08-22T01:48:15Z		typescript				TypeScript by iptv-org and its contributors.
    excalidraw	o	excalidraw	TypeScript	130173	14941	2270	2020-01-21	2026-08-16T15:30:04Z	MIT	whiteboard,drawing,canvas,collaboration	s	https://excalidraw.example.org		A whiteboard with lines as if drawn by hand.
    garrytan	u	gstack	TypeScript	129097	19428	296	2020-02-27	2026-08-22T02:22:16Z	Apache-2.0	typescript	s			TypeScript by garrytan and its contributors.
    shadcn-ui	o	ui	TypeScript	121803	9939	1066	2023-01-01	2026-08-21T17:28:23Z	MIT	components,react,tailwindcss	s			Components to copy into your project and make your own.
    immich-app	o	immich	TypeScript	112287	6668	481	2022-02-04	2026-08-22T03:52:41Z	AGPL-3.0	photos,self-hosted,backup	s			Photos and videos, kept at home.
    supabase	o	supabase	TypeScript	108250	13612	276	2019-10-10	2026-08-22T03:31:39Z	Apache-2.0	postgresql,database,realtime,auth				PostgreSQL with sign-in, storage and live queries around it.
    neovim	o	neovim	Vim Script	101901	7041	1590	2014-01-17	2026-08-22T03:22:48Z	NOASSERTION	editor,vim,lua,text-editor,terminal	s	https://neovim.example.org		Vim, taken apart and made extensible.
    vim	o	vim	Vim Script	40780	6118	1565	2015-08-20	2026-08-22T02:34:14Z	Vim	editor,text-editor,terminal	s	https://vim.example.org		The editor Vim, after Vi, improved.
    junegunn	u	vim-plug	Vim Script	35752	1934	73	2013-09-12	2026-05-22T13:40:34Z	MIT	vim,plugin-manager,neovim	s			🌺 A plugin manager for Vim in one file.
    amix	u	vimrc	Vim Script	31792	7236	13	2012-05-06	2024-10-06T08:26:02Z	MIT	vim,config				A vim configuration that grew over many years.
    cli	o	cli	Go	45927	8898	1022	2019-10-14	2026-08-21T19:44:47Z	MIT	cli,git,go,terminal				GitHub's own tool for the command line.
    jqlang	o	jq	C	35467	1822	360	2012-07-05	2026-08-12T19:02:39Z	NOASSERTION	jq,json,cli,c			stedolan/jq	Sifts and reshapes JSON on the command line.
    libuv	o	libuv	C	27126	3917	134	2011-08-13	2026-08-20T09:27:28Z	MIT	async,io,c,event-loop				Asynchronous input and output on every platform.
    ggreer	u	the_silver_searcher	C	27102	1438	445	2011-11-04	2024-06-16T19:37:41Z	Apache-2.0	search,grep,c				A search through code, faster than ack was.
    nlohmann	u	json	C++	50428	7471	37	2013-07-02	2026-08-21T15:43:56Z	MIT	json,c-plus-plus,header-only	s			JSON in modern C++, in a single header.
    sqlitebrowser	o	sqlitebrowser	C++	24505	2362	823	2014-05-06	2026-08-10T00:29:56Z	NOASSERTION	sqlite,database,gui,c-plus-plus	s			Looks into SQLite files.
    simdjson	o	simdjson	C++	24167	1275	120	2018-03-20	2026-08-20T19:57:15Z	Apache-2.0	json,simd,parser,c-plus-plus				Parses gigabytes of JSON a second with vector instructions.
    atom	o	atom	JavaScript	60778	17165	962	2012-01-27	2023-01-03T10:49:48Z	MIT	editor,electron,javascript	a	https://atom.example.org		A hackable editor, retired in 2022.
    neovim	o	nvim-lspconfig	Lua	13892	2487	26	2019-11-18	2026-08-21T22:47:21Z	Apache-2.0	neovim,lsp,lua		https://nvim-lspconfig.example.org		Settings for language servers in Neovim.
    dandavison	u	delta	Rust	31825	563	306	2019-06-27	2026-08-02T00:01:16Z	MIT	git,diff,pager,rust,cli	s			Shows differences with colours and line numbers.
    octocat	u	linguist	Ruby	620	210	3	2016-08-02	2024-05-20T10:11:12Z	MIT		f			Names the languages of a repository; a copy.
    atom-community	o	atom	JavaScript	560	71	12	2020-08-02	2023-05-11T08:12:40Z	MIT		f			A fork of Atom that its community kept for a while.
    DrunkenPoney	u	atom	JavaScript	3	0	1	2019-04-01	2021-02-03T19:40:00Z	MIT		f			
    octocat	u	boysenberry-repo-1		390	31	1	2018-05-10	2021-09-23T01:02:03Z			f			
    octocat	u	Hello-World		3100	2900	900	2011-01-26	2025-11-02T08:00:00Z					octocat/hello	My first repository on GitHub!
    """#
}
