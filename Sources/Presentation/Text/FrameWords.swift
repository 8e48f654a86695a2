import CrashReports
import Diagnosis
import Knowledge

/// Summaries of hidden frames.
enum FrameWords {
  static let main = "main"
  private static let lists = KnowledgeText.frameWords.lists

  /// Prefixes of function names and their kinds, in the order of comparison.
  static let functions = lists.pairs("functions")

  /// Images whose frames have a kind.
  static let images = lists.dictionary("images")
}

extension CrashReport.Frame {
  /// The kind of the frame, in one or two words.
  var kindInWords: String {
    let image = image.map(shortImageName)
    if let name = symbol?.readable {
      if name == "main" || (name == "start" && (image == "dyld" || image == "libdyld.dylib" || image == "dyld_sim")) {
        return FrameWords.main
      }
      if role == .loader, name.contains("nitializ") { return "initializers" }
      for entry in FrameWords.functions where name.hasPrefix(entry.key) { return entry.value }
      if name.contains("[IBAbstract") || name.contains("[IBMessageReceiveChannel") {
        return name.contains("oad") && name.contains("undleInstance")
          ? "Interface Builder loads the bundle" : "Interface Builder"
      }
    }
    guard let image else { return "unknown image" }
    if let word = FrameWords.images[image] { return word }
    if image.hasPrefix("IBFoundation") || image.hasPrefix("IBDesignablesAgent") { return "Interface Builder" }
    return image
  }

  /// False for frames that only pass a call on and have their own kind in a fold.
  var isInformative: Bool {
    switch role {
    case .loader, .machinery, .glue, .host: false
    default: !isRunLoopOrMain
    }
  }

  private var isRunLoopOrMain: Bool {
    let word = kindInWords
    return word == "run loop" || word == "dispatch" || word == FrameWords.main || word == "thread start"
  }
}
