extension Pattern {
  /// A library signed by another team, or by none, in a process that accepts only its own team.
  static let dlopenLibraryValidation: Pattern = Pattern(
    "dlopen-library-validation",
    title: "Library Validation rejected a library: it is signed by another team, or by none",
    family: .loading,
    symptom: """
      A plug-in, a test bundle or an embedded framework is not loaded, or the app does not start, although the file \
      exists; the message mentions Library Validation or different Team IDs.
      """,
    grades: [
      Grade(.certain, cause: .certain, .text(validation + teams, shortens: false, statement: statement))
    ],
    headline: "Library Validation rejected {library|a library}: its Team ID does not match that of the process",
    cause: """
      A process with Library Validation, which the hardened runtime enables, loads only system code and code signed \
      with its own Team ID. {library|The library} was found, but it is signed by another team, or ad hoc \
      (without a team).
      """,
    remedy: [
      "Sign the library and the process that loads it with a certificate of the same team.",
      "For a host that must load other teams' code, such as a plug-in host or a host under test, add the entitlement below to the host.",
      "For unit tests, give the test target and the app the same team, or turn off the hardened runtime in Debug.",
    ],
    changes: [
      Change(
        "xml",
        after: """
          <!-- Entitlements of the process that loads the library -->
          <key>com.apple.security.cs.disable-library-validation</key>
          <true/>
          """),
      Change(
        "shell",
        after: """
          codesign -dvv {fulllibrary|MyPlugin.bundle} 2>&1 | grep -e TeamIdentifier -e Authority
          codesign --force --sign "Apple Development" {fulllibrary|MyPlugin.bundle}
          """),
    ],
    lookalikes: [
      LookAlike(
        "ib-dlopen-codesign-missing",
        because: "The file has a signature, possibly ad hoc; its team does not match."),
      LookAlike("dyld-library-missing", because: "The file was found; it was rejected."),
      LookAlike("codesign-kill", because: "The signature of a library was rejected, not that of the process itself."),
    ],
    references: [
      Reference(
        "Disable Library Validation Entitlement (Apple)",
        url:
          "https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.security.cs.disable-library-validation"
      ),
      Reference("Hardened Runtime (Apple)", url: "https://developer.apple.com/documentation/security/hardened-runtime"),
    ],
    supersedes: ["dyld-library-missing", "ib-bundle-executable-missing", "ib-dlopen-library-missing"]
      + Designables.symptoms,
    searchTerms: """
      library validation
      library validation failed
      different Team IDs
      mapping process and mapped file (non-platform) have different Team IDs
      code signature not valid for use in process
      """,
    examples: [
      .matches(
        "a test bundle with an ad hoc signature",
        """
        The bundle “MyAppTests” couldn’t be loaded because it is damaged or missing necessary resources. Try reinstalling the bundle.
        (dlopen_preflight(/Users/dev/MyApp/MyAppTests.xctest/MyAppTests): no suitable image found.  Did find:
        →\t/Users/dev/MyApp/MyAppTests.xctest/MyAppTests: code signature in (/Users/dev/MyApp/MyAppTests.xctest/MyAppTests) not valid for use in process using Library Validation: mapped file has no Team ID and is not a platform binary (signed with custom identity or adhoc?))
        """),
      .matches(
        "an app that does not start, with the newer message",
        """
        Termination Reason:    Namespace DYLD, Code 1 Library missing
        →Library not loaded: @rpath/CardKit.framework/Versions/A/CardKit
        Referenced from: <04B87016-0AC1-32A1-9812-D286E0A1064B> /Applications/MyApp.app/Contents/MacOS/MyApp
        Reason: tried: '/Applications/MyApp.app/Contents/Frameworks/CardKit.framework/Versions/A/CardKit' (code signature in <97B87016-0AC1-32A1-9812-D286E0A1064B> '/Applications/MyApp.app/Contents/Frameworks/CardKit.framework/Versions/A/CardKit' not valid for use in process: mapping process and mapped file (non-platform) have different Team IDs)
        """),
      .doesNotMatch(
        "no signature at all, in Interface Builder",
        """
        Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(CardKit.framework, 1): no suitable image found.  Did find:
        \tCardKit.framework: required code signature missing for 'CardKit.framework'
        """),
      .doesNotMatch(
        "a library that does not exist",
        """
        dyld: Library not loaded: @rpath/CardKit.framework/CardKit
          Referenced from: /private/var/containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/MyApp
          Reason: image not found
        """),
    ])

  private static let validation: [TextTemplate] = [
    "code signature in ({library}) not valid for use in process using Library Validation",
    "not valid for use in process using Library Validation",
  ]
  private static let teams: [TextTemplate] = [
    "code signature in <{}> '{library}' not valid for use in process: mapp",
    "not valid for use in process: mapping process and mapped file", "have different Team IDs",
  ]
  private static let statement =
    "{library|The library} was found and rejected, because its Team ID does not match that of the process."
}
