import Diagnosis
import SourceText

extension ProjectCheck {
  /// A font loader calls `CFRelease` for an object that may be NULL.
  static let ibFontCFReleaseNull = ProjectCheck(
    "ib-font-cfrelease-null",
    title: "A font loader calls CFRelease for an object that may be NULL",
    explanation: """
      CFRelease(NULL) crashes. If a font is not found, every function that loads it returns NULL; if the registration \
      succeeds, the error remains NULL. Reported if a function registers a font and releases such an object without a \
      NULL check. Only a loader that runs while the image is loaded (+load or a constructor) proves that Interface \
      Builder's agent reaches the call.
      """,
    examples: [
      .fault(
        "a constructor that uses the main bundle, without a NULL check",
        [
          (
            "Fonts.m",
            """
            __attribute__((constructor)) static void LoadFonts(void) {
              NSString *path = [[NSBundle mainBundle] pathForResource:@"Icons" ofType:@"ttf"];
              CGDataProviderRef provider = CGDataProviderCreateWithFilename(path.UTF8String);
              CGFontRef font = CGFontCreateWithDataProvider(provider);
              CTFontManagerRegisterGraphicsFont(font, NULL);
            →  CFRelease(font);
              CGDataProviderRelease(provider);
            }
            """
          )
        ]),
      .noFault(
        "the error is checked before it is released",
        [
          (
            "Fonts.m",
            """
            BOOL RegisterFont(NSURL *url) {
              CFErrorRef error = NULL;
              BOOL done = CTFontManagerRegisterFontsForURL((__bridge CFURLRef)url, kCTFontManagerScopeProcess, &error);
              if (!done && error != NULL) { CFRelease(error); }
              return done;
            }
            """
          )
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    for code in index.functionBodies where registersFont(code.body) {
      for (position, name) in releases(in: code.body) {
        let line = code.body.line(position)
        var locations = [index.location(code.file, line, "\(name) may be NULL here and is not checked.")]
        if code.runsAtLoad {
          locations.append(index.location(code.file, code.line, "\(code.name) runs while the image is loaded."))
        }
        let usesMain = code.body.positions(of: ["[", "NSBundle", "mainBundle", "]"]).first
        if let usesMain {
          locations.append(
            index.location(
              code.file, code.body.line(usesMain), "In Interface Builder, the main bundle is a folder inside Xcode."))
        }
        hits.append(
          Hit(
            headline: "\(code.name) calls CFRelease(\(name)), and \(name) may be NULL", locations: locations,
            remedy: "Check \(name) for NULL before CFRelease, and look up the font with bundleForClass:.",
            diff: index.diff(
              code.file, line: line,
              replacing: [("CFRelease(\(name));", "if (\(name) != NULL) { CFRelease(\(name)); }")]),
            proves: code.runsAtLoad && (usesMain != nil || name.lowercased().contains("err")),
            subjects: [code.name, code.type ?? code.name]))
      }
    }
    return hits
  }

  /// Code that runs while the image is loaded looks up a font in the main bundle.
  static let ibFontMainBundleLoad = ProjectCheck(
    "ib-font-mainbundle-load", pattern: "ib-overlays-mainbundle-resource",
    title: "+load or a constructor looks up a font in the main bundle",
    explanation: """
      +load and constructors also run in Interface Builder's agent. There, the main bundle is a folder inside Xcode, \
      so the font is not found. Reported if such code registers a font and looks it up in mainBundle.
      """,
    examples: [
      .fault(
        "+load checks for nil, but uses the wrong bundle",
        [
          (
            "Fonts.m",
            """
            @interface Fonts : NSObject
            @end
            @implementation Fonts
            + (void)load {
            →  NSURL *url = [[NSBundle mainBundle] URLForResource:@"Icons" withExtension:@"ttf"];
              if (url) { CTFontManagerRegisterFontsForURL((__bridge CFURLRef)url, kCTFontManagerScopeProcess, NULL); }
            }
            @end
            """
          )
        ]),
      .noFault(
        "the bundle of the class",
        [
          (
            "Fonts.m",
            """
            @interface Fonts : NSObject
            @end
            @implementation Fonts
            + (void)load {
              NSURL *url = [[NSBundle bundleForClass:self] URLForResource:@"Icons" withExtension:@"ttf"];
              if (url) { CTFontManagerRegisterFontsForURL((__bridge CFURLRef)url, kCTFontManagerScopeProcess, NULL); }
            }
            @end
            """
          ), ("Icons.ttf", ""),
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    for code in index.functionBodies where code.runsAtLoad && registersFont(code.body) {
      // A release without a NULL check is worse, and is reported by another check.
      guard releases(in: code.body).isEmpty else { continue }
      guard let position = code.body.positions(of: ["NSBundle", "mainBundle"]).first, code.body[position].inDesigner
      else {
        continue
      }
      let right = "[NSBundle bundleForClass:\(code.type == nil ? "[YourClass class]" : "self")]"
      hits.append(
        Hit(
          headline: "\(code.name) looks up a font in the main bundle while the image is loaded",
          locations: [
            index.location(
              code.file, code.body.line(position), "In Interface Builder, the main bundle is a folder inside Xcode."),
            index.location(code.file, code.line, "\(code.name) runs while the image is loaded."),
          ],
          remedy: "Look up the font with bundleForClass:, and register it when a view first needs it.",
          diff: code.type == nil
            ? nil
            : index.diff(code.file, line: code.body.line(position), replacing: [("[NSBundle mainBundle]", right)]),
          subjects: [code.name, code.type ?? code.name]))
    }
    return hits
  }

  /// Returns the calls of `CFRelease` for objects that may be NULL and are not checked before.
  private static func releases(in body: SourceTokens) -> [(position: Int, name: String)] {
    body.positions(of: ["CFRelease", "("]).prefix(100).compactMap { position in
      let argument = body.argument(at: position + 2)
      guard argument.count == 1, let name = argument.first?.text, mayBeNull(name, in: body),
        !isTested(name, before: position, in: body)
      else { return nil }
      return (position, name)
    }
  }

  /// Whether the code registers or creates a font.
  static func registersFont(_ body: SourceTokens) -> Bool {
    body.contains {
      $0.kind == .word
        && ($0.text.hasPrefix("CTFontManagerRegister") || $0.text.hasPrefix("CGFontCreateWith")
          || $0.text == "CTFontManagerCreateFontDescriptorsFromURL")
    }
  }

  private static let nullable = ["CGFontCreateWith", "CGDataProviderCreate", "CTFontCreate", "CTFontManagerCreate"]

  /// Whether the object comes from a function that returns NULL on failure, or is an error that is set only on failure.
  private static func mayBeNull(_ name: String, in body: SourceTokens) -> Bool {
    for index in body.indices where body[index].text == name && body[index].kind == .word {
      if body.text(index + 1) == "=" {
        let value = body.argument(at: index + 2)
        if value.contains(where: { token in nullable.contains { token.text.hasPrefix($0) } }) { return true }
      }
      if body.text(index - 1) == "&", body.text(index - 2) == "," { return true }
    }
    return false
  }

  /// Whether a condition before the release tests the object.
  private static func isTested(_ name: String, before position: Int, in body: SourceTokens) -> Bool {
    for index in body.startIndex..<position where body[index].text == "if" || body[index].text == "guard" {
      if body.group(at: index + 1).prefix(60).contains(where: { $0.text == name }) { return true }
    }
    // `font && …`, `font ? … : …`
    for index in body.startIndex..<position where body[index].text == name {
      if ["?", "&"].contains(body.text(index + 1)) { return true }
    }
    return false
  }
}

/// A function or method of the project.
struct FunctionBody {
  var name: String
  var type: String?
  var file: Int
  var line: Int
  var body: SourceTokens
  /// Whether it runs while the image is loaded: a constructor or `+load`.
  var runsAtLoad: Bool
}

extension ProjectIndex {
  /// The functions and methods of the project.
  var functionBodies: [FunctionBody] {
    var found: [FunctionBody] = []
    for file in sources.keys.sorted() {
      for function in sources[file]?.functions ?? [] {
        found.append(
          FunctionBody(
            name: function.name, type: nil, file: file, line: function.line, body: function.body,
            runsAtLoad: function.isConstructor))
      }
      for type in sources[file]?.types ?? [] {
        for method in type.methods where !method.body.isEmpty {
          found.append(
            FunctionBody(
              name: ProjectClass.name(of: method, in: type.name), type: type.name, file: file, line: method.line,
              body: method.body,
              runsAtLoad: !method.isSwift && method.isTypeMethod && method.name == "load"))
        }
      }
    }
    return found
  }
}
