import CrashReports
import Testing
import Vocabulary

@testable import CrashReports

/// Libraries by crate, image, pod, plug-in, type and source file, and the most similar names that an app may have.
@Suite struct LibraryNamesTests {
  private static func library(
    _ function: String, image: String = "Orchard", bundleID: String? = nil, file: String? = nil, isRust: Bool = false,
    process: String = "Orchard"
  ) -> String? {
    var report = CrashReport(source: .init(format: "ips"))
    report.process = .init()
    report.process?.name = process
    var entry = BinaryImage()
    (entry.name, entry.bundleID) = (image, bundleID)
    entry.path = "/private/var/containers/Bundle/Application/X/Orchard.app/Frameworks/\(image)"
    report.images = [entry]
    var frames = [CrashReport.Frame(index: 0)]
    (frames[0].image, frames[0].imageIndex) = (image, 0)
    if !function.isEmpty { frames[0].symbol = .init(name: function, offset: 12) }
    frames[0].source = file.map { .init(file: $0, line: 4) }
    if isRust {
      var runtime = CrashReport.Frame(index: 1)
      (runtime.image, runtime.symbol) = ("Orchard", .init(name: "std::rt::lang_start_internal", offset: 8))
      frames.append(runtime)
    }
    var thread = CrashReport.Thread(index: 0)
    (thread.crashed, thread.frames) = (true, frames)
    report.threads = [thread]
    report.assignFrameRoles()
    return report.threads?[0].frames[0].library
  }

  @Test(arguments: [
    ("tao::platform_impl::platform::app::send_event", "tao"), ("<tao::window::Window as core::fmt::Debug>::fmt", "tao"),
    ("<() as objc::message::MessageArguments>::invoke", "objc"), ("tokio::runtime::park::Inner::park", "Tokio"),
    ("<alloc::vec::Vec<T> as serde::ser::Serialize>::serialize", "serde"),
    ("<tauri_runtime_wry::Wry<T> as tauri_runtime::Runtime<T>>::run", "Tauri"),
    ("wgpu_core::device::Device::poll", "wgpu"),
  ])
  func cratesOfRust(_ function: String, _ library: String) {
    #expect(Self.library(function, isRust: true) == library)
    // Without other code of Rust, the name is a namespace of C++.
    #expect(Self.library(function) != library)
  }

  @Test(arguments: [
    "orchard::tree::grow", "<orchard::Tree as core::fmt::Debug>::fmt", "taoist::run", "core::panicking::panic",
  ])
  func cratesOfTheUser(_ function: String) { #expect(Self.library(function, isRust: true) == nil) }

  @Test func crateWithTheNameOfTheProgramIsTheUsers() {
    #expect(Self.library("tao::event_loop::run", isRust: true, process: "Tao") == nil)
    #expect(Self.library("tray_icon::menu", isRust: true, process: "Tray-Icon") == nil)
  }

  @Test(arguments: [
    ("app_tracking_transparency", "app_tracking_transparency (plug-in of Flutter)"),
    ("libggml-base.0.9.5.dylib", "ggml"),
    ("libonnxruntime.1.22.2.dylib", "ONNX Runtime"), ("libglib-2.0.0.dylib", "GLib"), ("QtCore", "Qt"),
    ("GoogleCast", "Google Cast"),
    ("FBLPromises", "Facebook Promises"),
  ])
  func imagesOfLibraries(_ image: String, _ library: String) { #expect(Self.library("", image: image) == library) }

  /// Names that an app may give a framework or a type of its own.
  @Test(arguments: [
    "Charts", "Settings", "JSON", "Hero", "Yoga", "Purchases", "my_tracking_plugin", "libggmlx.dylib", "Clarity",
    "HotKey",
    "alarm",
    "TreeKit", "libtree-2.0.dylib",
  ])
  func imagesOfApps(_ image: String) { #expect(Self.library("", image: image) == nil) }

  @Test(arguments: [
    ("Hero", "org.cocoapods.Hero", "Hero"), ("Hero", "org.example.Hero", nil),
    ("Settings", "org.cocoapods.Settings", nil),
    ("Hero", "org.cocoapods.HeroKit", nil),
  ])
  func podsCountWithTheIdentifierOfCocoaPods(_ image: String, _ bundleID: String, _ library: String?) {
    #expect(Self.library("", image: image, bundleID: bundleID) == library)
  }

  /// `Clarity.Sky.load()` may be a type of the user.
  @Test(arguments: ["Clarity.Sky.load()", "Hero.Card.show()", "Settings.Store.save()", "app_links.run()"])
  func namesOfImagesAreNoModules(_ function: String) { #expect(Self.library(function) == nil) }

  @Test(arguments: [
    (
      "closure #1 in Configuration.APIKeyValidationResult.checkForSimulatedStoreAPIKeyInRelease(systemInfo:apiKey:)",
      "RevenueCat"
    ),
    ("PurchasesOrchestrator.purchase(product:)", "RevenueCat"), ("Configuration.load()", nil),
    ("Store.PurchasesOrchestratorView()", nil), ("OfferingsScreen.load()", nil),
    ("-[AIRMap insertReactSubview:atIndex:]", "react-native-maps"), ("-[AIRMapMarker setImage:]", "react-native-maps"),
    ("-[AIRport land]", nil), ("-[RNSentry start]", "react-native-sentry"), ("-[RNTree grow]", nil),
    ("-[UIViewController(STPopup) st_presentedViewController]", "STPopup"), ("-[STree st_grow]", nil),
  ])
  func typesAndClasses(_ function: String, _ library: String?) { #expect(Self.library(function) == library) }

  @Test(arguments: [
    ("PurchasesOrchestrator.swift", "RevenueCat"), ("AIRMap.m", "react-native-maps"), ("Map.m", nil),
    ("Store.swift", nil),
  ])
  func sourceFiles(_ file: String, _ library: String?) { #expect(Self.library("load()", file: file) == library) }

  @Test(arguments: [
    ("libcurl.4.dylib", "libcurl"), ("libgtk-3.0.dylib", "libgtk"), ("libusb-1.0.0.dylib", "libusb"),
    ("libx.dylib", "libx"),
    ("lib-1.dylib", "lib"), ("Tree", "Tree"), ("a.b", "a.b"), (".dylib", ".dylib"), ("-1.dylib", "-1"),
    ("1.dylib", "1"),
  ])
  func versionsAreNoPartOfTheName(_ image: String, _ stem: String) { #expect(LibraryNames.stem(of: image) == stem) }
}
