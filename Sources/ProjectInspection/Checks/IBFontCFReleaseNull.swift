import Diagnosis

extension ProjectCheck {
  /// A font loader releases what may be NULL.
  static let ibFontCFReleaseNull = ProjectCheck(
    "ib-font-cfrelease-null",
    title: "A font loader hands CFRelease what may be NULL",
    explanation: """
      CFRelease stops the process when it is given NULL. A font that is not found gives NULL from every function on the \
      way, and an error stays NULL when the registration succeeds. Reported where a function registers a font and \
      releases such an object without a test of it. Only a loader that runs while the image is loaded (+load, a \
      constructor) proves that Interface Builder's agent reaches it.
      """,
    examples: [
      .fault(
        "a constructor, the main bundle, and no test",
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
        "every step is tested",
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
        var locations = [index.location(code.file, line, "\(name) may be NULL here, and nothing tests it.")]
        if code.runsAtLoad {
          locations.append(index.location(code.file, code.line, "\(code.name) runs while the image is loaded."))
        }
        let usesMain = code.body.positions(of: ["[", "NSBundle", "mainBundle", "]"]).first
        if let usesMain {
          locations.append(
            index.location(
              code.file, code.body.line(usesMain), "In Interface Builder the main bundle is a folder of Xcode."))
        }
        hits.append(
          Hit(
            headline: "\(code.name) releases \(name), which may be NULL", locations: locations,
            remedy: "Test \(name) before CFRelease, and find the font with bundleForClass:.",
            diff: index.diff(
              code.file, line: line,
              replacing: [("CFRelease(\(name));", "if (\(name) != NULL) { CFRelease(\(name)); }")]),
            proves: code.runsAtLoad && (usesMain != nil || name.lowercased().contains("err")),
            subjects: [code.name, code.type ?? code.name]))
      }
    }
    return hits
  }

  /// A font is looked up in the main bundle by code that runs while the image is loaded.
  static let ibFontMainBundleLoad = ProjectCheck(
    "ib-font-mainbundle-load", pattern: "ib-overlays-mainbundle-resource",
    title: "A font is looked up in the main bundle while the image is loaded",
    explanation: """
      +load and constructors run in Interface Builder's agent too, where the main bundle is a folder of Xcode: the font \
      is not found. Reported where such code registers a font and asks mainBundle for it.
      """,
    examples: [
      .fault(
        "in +load, well guarded, but from the wrong bundle",
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
      // A release without a test is worse, and has a check of its own.
      guard releases(in: code.body).isEmpty else { continue }
      guard let position = code.body.positions(of: ["NSBundle", "mainBundle"]).first, code.body[position].inDesigner
      else {
        continue
      }
      let right = "[NSBundle bundleForClass:\(code.type == nil ? "[YourClass class]" : "self")]"
      hits.append(
        Hit(
          headline: "\(code.name) looks a font up in the main bundle while the image is loaded",
          locations: [
            index.location(
              code.file, code.body.line(position), "In Interface Builder the main bundle is a folder of Xcode."),
            index.location(code.file, code.line, "\(code.name) runs while the image is loaded."),
          ],
          remedy: "Find the font with bundleForClass:, and register it when a view first needs it.",
          diff: code.type == nil
            ? nil
            : index.diff(code.file, line: code.body.line(position), replacing: [("[NSBundle mainBundle]", right)]),
          subjects: [code.name, code.type ?? code.name]))
    }
    return hits
  }

  /// Calls of CFRelease for what may be NULL and is not tested before.
  private static func releases(in body: SourceTokens) -> [(position: Int, name: String)] {
    body.positions(of: ["CFRelease", "("]).prefix(100).compactMap { position in
      let argument = body.argument(at: position + 2)
      guard argument.count == 1, let name = argument.first?.text, mayBeNull(name, in: body),
        !isTested(name, before: position, in: body)
      else { return nil }
      return (position, name)
    }
  }

  static func registersFont(_ body: SourceTokens) -> Bool {
    body.contains {
      $0.kind == .word
        && ($0.text.hasPrefix("CTFontManagerRegister") || $0.text.hasPrefix("CGFontCreateWith")
          || $0.text == "CTFontManagerCreateFontDescriptorsFromURL")
    }
  }

  private static let nullable = ["CGFontCreateWith", "CGDataProviderCreate", "CTFontCreate", "CTFontManagerCreate"]

  /// An object that a function made which gives NULL when it fails, or an error that is only set on failure.
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

  /// Whether a condition before the release mentions the object.
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

/// A function or class method that may run while the image is loaded.
struct FunctionBody {
  var name: String
  var type: String?
  var file: Int
  var line: Int
  var body: SourceTokens
  /// A constructor or `+load`.
  var runsAtLoad: Bool
}

extension ProjectIndex {
  /// Functions and class methods of the project.
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
          let name =
            method.isSwift
            ? "\(type.name).\(method.name)" : "\(method.isTypeMethod ? "+" : "-")[\(type.name) \(method.name)]"
          found.append(
            FunctionBody(
              name: name, type: type.name, file: file, line: method.line, body: method.body,
              runsAtLoad: !method.isSwift && method.isTypeMethod && method.name == "load"))
        }
      }
    }
    return found
  }
}
