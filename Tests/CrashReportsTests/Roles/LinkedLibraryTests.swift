import CrashReports
import Testing
import Vocabulary

/// Which frames of the app's image are code of a library that is linked into it.
@Suite struct LinkedLibraryTests {
  /// A frame of a process, with its library.
  private static func library(
    _ function: String, image: String = "Orchard", file: String? = nil, demangled: String? = nil,
    _ change: (inout CrashReport) -> Void = { _ in }
  ) -> String? {
    var report = CrashReport(source: .init(format: "ips"))
    report.process = .init()
    report.process?.name = "Orchard"
    var entry = BinaryImage()
    (entry.name, entry.path) = (image, "/private/var/containers/Bundle/Application/X/Orchard.app/\(image)")
    report.images = [entry]
    var frame = CrashReport.Frame(index: 0)
    (frame.image, frame.imageIndex) = (image, 0)
    if !function.isEmpty { frame.symbol = .init(name: function, demangled: demangled, offset: 12) }
    frame.source = file.map { SourceLocation(file: $0, line: 4) }
    var thread = CrashReport.Thread(index: 0)
    (thread.crashed, thread.frames) = (true, [frame])
    report.threads = [thread]
    change(&report)
    report.assignFrameRoles()
    return report.threads?[0].frames[0].library
  }

  private static let functions: [(function: String, library: String)] = [
    ("+[FIRApp configure]", "Firebase"), ("-[FIRMessaging retrieveToken]", "Firebase"),
    ("-[FIRIAMController start]", "Firebase"), ("__31-[FIRApp configureWithOptions:]_block_invoke", "Firebase"),
    ("-[GULNetwork postURL:]", "GoogleUtilities"), ("-[GPBCodedInputStream readTag]", "Protocol Buffers"),
    ("-[FBSDKAppEvents logEvent:]", "Facebook SDK"), ("-[RCTModuleData instance]", "React Native"),
    ("-[RCTCxxBridge start]", "React Native"), ("-[AFURLSessionManager init]", "AFNetworking"),
    ("-[SDWebImageDownloader download:]", "SDWebImage"), ("-[UIImageView(WebCache) sd_setImageWithURL:]", "SDWebImage"),
    ("-[RLMRealm commitWriteTransaction]", "Realm"), ("-[SentryTracer finish]", "Sentry"),
    ("-[FlutterViewController viewDidLoad]", "Flutter"), ("-[MASConstraintMaker install]", "Masonry"),
    ("Alamofire.Session.request(_:)", "Alamofire"), ("closure #1 in Alamofire.Session.perform() -> ()", "Alamofire"),
    ("static RxSwift.Observable.just(_:)", "RxSwift"), ("Kingfisher.ImageCache.store(_:forKey:)", "Kingfisher"),
    ("(extension in Kingfisher):UIImageView.kf.setImage()", "Kingfisher"),
    ("grpc_core::Server::Start()", "gRPC"), ("void grpc_core::Server::Start(int)", "gRPC"), ("grpc_init", "gRPC"),
    ("realm::util::File::open(std::string const&)", "Realm"), ("bssl::ssl_read_impl(ssl_st*)", "BoringSSL"),
    ("leveldb::DBImpl::Get(leveldb::ReadOptions const&)", "LevelDB"), ("sqlite3_step", "SQLite"),
    ("sqlite3VdbeExec", "SQLite"), ("WebPDecode", "libwebp"), ("mono_runtime_invoke", "Mono"), ("cvResize", "OpenCV"),
    ("xmlParseDocument", "libxml2"), ("hermes::vm::Runtime::run()", "Hermes"), ("unzReadCurrentFile", "minizip"),
    ("-[RCTImageLoader load]", "React Native"), ("-[MixpanelPeople set:]", "Mixpanel"), ("-[MMKV close]", "MMKV"),
    ("il2cpp_runtime_invoke", "IL2CPP"), ("cocos2d::Director::mainLoop()", "Cocos2d-x"),
    ("facebook::react::Scheduler::start()", "React Native"), ("absl::Mutex::Lock()", "Abseil"),
    ("kfun:io.ktor.client.HttpClient#close(){}", "Ktor"), ("kfun:kotlinx.coroutines#await(){}", "Kotlin/Native"),
    ("UnitySendMessage", "Unity"), ("google::protobuf::Message::Clear()", "Protocol Buffers"),
  ]

  @Test(arguments: functions.indices) func functionsOfLibraries(_ index: Int) {
    let (function, library) = Self.functions[index]
    #expect(Self.library(function) == library, "\(function)")
  }

  /// Names of an app that resemble those of libraries.
  static let own = [
    "-[FIRSTName encode:]", "-[FIRstName encode:]", "-[FIR encode:]", "-[FIRE burn]", "-[AFarm load]",
    "-[SDCard mount]",
    "-[GULl fly]", "-[RCTCalendarModule createEvent:]", "-[MASter build]", "-[FBook open]", "-[RLMs open]",
    "-[SentryGun fire]", "-[FIRApp(Orchard) restart]", "-[UIImageView(Orchard) setPear:]", "-[Alamo fire]",
    "Alamofire.request()", "Session.request(_:)", "Orchard.Session.request(_:)", "Lottie.play()", "Realm.save()",
    "(extension in Orchard):Alamofire.Session.retry()", "AlamofireBridge.Session.start()",
    "closure #1 in Orchard.Store.load() -> ()", "grpcore::start()", "realms::open()", "cv::Page::load()",
    "leveldbx_open",
    "sqlite_helper", "monolith_start", "kfun:org.example.orchard.Tree#grow(){}", "il2_start", "WebPage.load()",
    // Names that apps give their own modules of React Native, and their classes for an SDK.
    "-[RCTNativeCalendar load]", "-[RCTImagePicker pick]", "-[RCTTextReader read]", "-[RCTComponentGallery load]",
    "-[RCTScrollHelper scroll]", "-[RCTSurfaceModel load]", "-[RCTWebSocketRelay open]", "-[MixpanelManager track]",
    "-[AppsFlyerManager start]", "-[OneSignalHelper register]", "-[AmplitudeService log]", "-[MMKVHelper read]",
    "-[FlurryTracker log]", "-[WXApiManager pay]", "-[JSONModelHelper parse]", "-[SDWebImageHelper load]",
    "-[FlutterPluginManager load]", "-[FlutterViewFactory make]", "-[UnityViewManager show]", "-[MJRefreshHelper end]",
    "-[BrazeManager log]", "-[AppboyManager log]", "-[CountlyManager log]", "-[UnityAdsManager show]",
    "-[IQKeyboardHelper show]", "-[YapDatabaseManager open]", "-[SVProgressHelper show]", "-[QQApiManager share]",
    // Words that other code uses as namespaces, and as beginnings of functions.
    "node::Tree::grow()", "realm::Kingdom::rule()", "spine::Book::open()", "dart::Board::hit()", "rtc::Clock::read()",
    "cereal::Bowl::fill()", "hermes::Courier::run()", "cricket::Match::play()", "fleece::Sheep::shear()",
    "mono_mix_channels", "mono_to_stereo", "zipWriteReport", "xmlParseFeed", "xmlNewsReader", "cvResizeImage",
    "cvCvtColors", "unzReadReport", "RCTCalendarFatalError", "ASDispatchLater", "llama_feed", "sodium_chart",
    // Global functions of Swift.
    "cvResize(_:)", "mono_runtime_start()", "sqlite3_open(path:)", "closure #1 in xmlParseDocument(_:)",
    "specialized ZSTD_compress(_:level:)", "lua_run(_:) -> ()",
    "orchard::realm::open()", "Unity.start(_:)", "-[Flutter flap]", "main_loop(cocos2d::Director*)",
  ]

  @Test(arguments: own) func functionsOfApps(_ function: String) {
    #expect(Self.library(function) == nil, "\(function)")
  }

  static let mangled: [(name: String, demangled: String, library: String?)] = [
    ("$s9Alamofire7SessionC7requestyyF", "Session.request()", "Alamofire"),
    ("_$s10Kingfisher10ImageCacheC5storeyyF", "ImageCache.store()", "Kingfisher"),
    ("$s7RxSwift10ObservableC4justyyFZ", "static Observable.just()", "RxSwift"),
    ("$sSS9AlamofireE5asURLyyF", "String.asURL()", "Alamofire"),
    ("$s9Alamofire7SessionC7OrchardE5retryyyF", "Session.retry()", nil),
    ("$s7Orchard7SessionC7requestyyF", "Session.request()", nil),
    // A witness of the user's protocol in a type of the library.
    (
      "$s9Alamofire7SessionC7Orchard7TrackedA2dEP5trackyyFTW",
      "protocol witness for Tracked.track() in conformance Session", nil
    ),
    ("$s9Alamofire7SessionC7Orchard7TrackedA2dEP5trackyyFTWTm", "merged Tracked.track()", nil),
    ("$s9Alamofire7SessionC7Orchard7TrackedA2dEP5trackyyFTW.resume.0", "Tracked.track()", nil),
    ("$s13AlamofireCopy7SessionC7requestyyF", "Session.request()", nil),
    ("$sSa5firstyyF", "Array.first()", nil), ("$s999Alamofire", "$s999Alamofire", nil), ("$s", "$s", nil),
    ("$s99999999999999999999Alamofire7SessionC", "x", nil),
  ]

  @Test(arguments: mangled.indices) func modulesOfMangledNames(_ index: Int) {
    let (name, demangled, library) = Self.mangled[index]
    #expect(Self.library(name, demangled: demangled) == library, "\(name)")
  }

  @Test func imagesAreFrameworksOfLibraries() {
    #expect(Self.library("", image: "Alamofire") == "Alamofire")
    #expect(Self.library("Session.request(_:)", image: "FirebaseCore") == "Firebase")
    #expect(Self.library("", image: "AlamoFireKit") == nil)
    #expect(Self.library("", image: "Orchard") == nil)
  }

  @Test(arguments: [
    "/Users/USER/Orchard/Pods/Alamofire/Source/Session.swift",
    "/b/DerivedData/Orchard/SourcePackages/checkouts/firebase-ios-sdk/Core/FIRApp.m",
    "/b/.build/checkouts/swift-nio/Sources/NIOCore/Channel.swift", "/b/Carthage/Checkouts/RxSwift/Rx.swift",
    "/b/node_modules/react-native/React/Base/RCTBridge.m",
  ])
  func foldersOfPackageManagers(_ file: String) { #expect(Self.library("work", file: file) != nil) }

  @Test(arguments: [
    "/Users/USER/Orchard/Pods/PodList.swift", "/Users/USER/Orchard/Pods/Views/PodCell.swift",
    "/Users/USER/Alamofire/Orchard.swift", "/b/SourcePackages/checkouts/OrchardKit/Tree.swift", "Session.swift",
    "Pods/",
    "/Pods", "/Pods/Alamofire", "/Pods/Alamofire.swift",
  ])
  func foldersOfApps(_ file: String) { #expect(Self.library("work", file: file) == nil) }

  /// An app whose name begins with the initials of a library may use them itself; known classes remain the library's.
  @Test func initialsOfTheAppAreNoPrefix() {
    #expect(Self.library("-[FIRTrunk saw]") == "Firebase")
    #expect(Self.library("-[FIRTrunk saw]") { $0.process?.name = "Firewood" } == nil)
    #expect(Self.library("-[FIRTrunk saw]") { $0.process?.bundleID = "org.example.firewood" } == nil)
    #expect(Self.library("-[SDImageShelf fill]") { $0.process?.name = "SD Shelf" } == nil)
    #expect(Self.library("-[AFURLSessionManager init]") { $0.process?.name = "AFarm" } == "AFNetworking")
  }

  /// The developers of a library see their own code.
  @Test func librariesInTheirOwnTestsAreOfTheUser() {
    #expect(Self.library("", image: "Alamofire") { $0.process?.name = "Alamofire Example" } == nil)
    let tests: (inout CrashReport) -> Void = { report in
      report.process?.name = "xctest"
      var bundle = BinaryImage()
      bundle.name = "AlamofireTests"
      report.images?.append(bundle)
    }
    #expect(Self.library("Alamofire.Session.request(_:)", tests) == nil)
    #expect(Self.library("RxSwift.Observable.just(_:)", tests) == "RxSwift")
  }

  /// Only frames of the app's images have a library.
  @Test func systemCodeHasNoLibrary() {
    let path = "/usr/lib/libsqlite3.dylib"
    #expect(Self.library("sqlite3_step", image: "libsqlite3.dylib") { $0.images?[0].path = path } == nil)
  }
}
