import Bytes
import CrashReports
import Vocabulary

extension Pattern {
  /// The dynamic loader, and not code of the app, could not read an image.
  static let dyldImageUnreadable = Pattern(
    "dyld-image-unreadable",
    title: "The dynamic loader could not read an image: its file was changed, truncated or removed",
    family: .loading,
    symptom: """
      The app crashes with EXC_BAD_ACCESS (SIGBUS or SIGSEGV), and the innermost frame is in dyld, the dynamic loader, while it reads the \
      file of an image.
      """,
    grades: [
      Grade(.certain, cause: .likely, .all([loaderFault, .not(explained), unreadable, .optional(volume)])),
      Grade(
        .likely, cause: .possible,
        .all([loaderFault, .not(explained), readsImage, .any([plainBusError, isInImage]), .optional(volume)])),
      // An address anywhere else may as well be a damaged pointer: other findings remain.
      Grade(.possible, cause: .possible, .all([loaderFault, .not(explained), readsImage, .optional(volume)])),
      Grade(.possible, cause: .possible, .all([loaderFault, .not(explained), plainBusError, .optional(volume)])),
    ],
    headline: """
      The dynamic loader could not read an image{function?, loaded by {function}}: its file may have been changed or removed
      """,
    cause: """
      The access that failed was made by dyld, the dynamic loader, and not by the app's code. {pager?The kernel states that the \
      memory could not be read from its file.|The loader was reading an image, which is a mapped file.} Images are read from their \
      files when they are used first, so that this fails if a file was truncated, rewritten in place, signed again or removed while the \
      process had it mapped, or if its volume was disconnected. An incomplete copy of an app or plug-in fails in the same way. The report \
      does not state which of these happened.
      """,
    remedy: [
      """
      Check the files on disk: `codesign --verify --deep --strict` for the program and for the image that was loaded\
      {volume?, and the volume {volume} that the program is on}. Install the app again if one is damaged.
      """,
      """
      If a build, an update or a script replaces or signs files of the app while it runs, end the app first, or write the new file \
      under another name and rename it: never write into a file that is loaded.
      """,
      "For a program on a network volume, a disk image or an external disk, copy it to a local disk and run it there.",
    ],
    changes: [
      Change(
        "shell", before: "cp build/CardKit Cards.app/Contents/Frameworks/CardKit.framework/Versions/A/CardKit",
        after: """
          cp build/CardKit Cards.app/Contents/Frameworks/CardKit.framework/Versions/A/CardKit.new
          mv Cards.app/Contents/Frameworks/CardKit.framework/Versions/A/CardKit.new Cards.app/Contents/Frameworks/CardKit.framework/Versions/A/CardKit
          """)
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the crashed thread."),
      Gap(unless: .has(.images), "The binary images: their paths show the volume of each file."),
    ],
    lookalikes: [
      LookAlike("memory-bad-access", because: "The loader made the access, and not code of the app."),
      LookAlike("memory-bus-error", because: "The mapped file is an image that the loader was reading."),
      LookAlike("codesign-kill", because: "The report states no fault of a code signature."),
    ],
    references: [
      Reference("dyld (Apple open source)", url: "https://github.com/apple-oss-distributions/dyld"), .memoryAccess,
    ],
    supersedes: ["memory-bad-access", "memory-bus-error", "memory-write-protected", "memory-damaged-pointer"],
    generality: 4,
    searchTerms: """
      bus error in dyld
      crash in dyld
      image file changed while running
      backing vnode was force unmounted
      KERN_MEMORY_ERROR dyld
      truncated dylib
      """,
    examples: [
      .matches(
        "a plug-in that was truncated", atLeast: .certain,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGBUS)
        →Exception Codes:       KERN_MEMORY_ERROR at 0x000000010f2c8000

        Thread 0 Crashed:
        →0   dyld                          	0x000000010d4a3f81 dyld3::MachOFile::forEachLoadCommand(Diagnostics&) const + 213
        1   dyld                          	0x000000010d4a3f01 dyld4::APIs::dlopen_from(char const*, int, void*) + 33
        2   Cards                         	0x000000010d4b110c -[PlugInLoader load] + 92
        """),
      .matches(
        "the loader of an older system reads a file", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGBUS)
        Exception Codes:       0x000000000000000a, 0x000000010f2c8000

        Thread 0 Crashed:
        →0   dyld                          	0x000000010d4a3f81 ImageLoaderMachO::parseLoadCmds(ImageLoader::LinkContext const&) + 213
        1   dyld                          	0x000000010d4a3f01 dlopen + 33
        2   Cards                         	0x000000010d4b110c -[PlugInLoader load] + 92
        """),
      .doesNotMatch(
        "a NULL name for a symbol",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000000

        Thread 0 Crashed:
        0   dyld                          	0x000000010d4a3f81 dyld4::APIs::dlsym(void*, char const*) + 40
        1   Cards                         	0x000000010d4b110c -[PlugInLoader load] + 92
        """),
      .doesNotMatch(
        "code of an app that the loader called",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGBUS)
        Exception Codes:       KERN_PROTECTION_FAILURE at 0x000000010f2c8000

        Thread 0 Crashed:
        0   Cards                         	0x000000010d4b110c deck_initialize() + 92
        1   dyld                          	0x000000010d4a3f81 dyld4::Loader::findAndRunAllInitializers(dyld4::RuntimeState&) const + 213
        """),
    ])

  private static let loaders = ["dyld", "dyld_sim"]

  /// The loader made an access that failed, and not at an address near NULL, which is an argument or a fault of the loader.
  private static let loaderFault = Evidence.all([
    .exception(
      types: ["EXC_BAD_ACCESS", "SIGBUS", "SIGSEGV"], signals: ["SIGBUS", "SIGSEGV"],
      statement: "An access to memory failed."),
    .frame(
      FrameQuery(
        [], images: loaders, position: .first(1), statement: "The dynamic loader made the access.")),
    // A query with names accepts no frame without a name.
    .not(.frame(FrameQuery(["_dyld_start*", "start"], images: loaders, position: .first(1)))),
    .not(.field(.faultOffset, .atMost(0x3FFF))),
    .not(.stackExhausted(statement: nil)),
  ])

  /// The kernel states that it could not read the memory from its file.
  private static let unreadable = Evidence.all([
    .any([
      .field(
        FieldQuery(
          [.exceptionCodes, .exceptionSubtype, .exceptionMessage, .exceptionType],
          .contains(["KERN_MEMORY_ERROR", "BUS_OBJERR"]),
          statement: "The memory at the address could not be read from its file.")),
      .field(
        .detail(.unreadableMemory), .isText, capture: "unreadable",
        statement: "The kernel states why the memory could not be read: {unreadable}."),
      .text(
        ["Object has no pager because the backing vnode was force unmounted"],
        statement: "The volume of the file was removed while the file was mapped."),
    ]),
    .capture("pager", "kernel"),
  ])

  /// The functions with which the loader reads images.
  private static let readsImage = Evidence.frame(
    FrameQuery(
      [
        "*MachOFile::*", "*MachOAnalyzer::*", "*MachOLoaded::*", "*ImageLoaderMachO*::*", "mach_o::*",
        "*parseLoadCmds*",
        "*forEachLoadCommand*", "*ForEachLoadCommand*", "*forEachFixup*", "*fixupPage*", "*applyFixups*",
        "*forEachRebase*",
        "*forEachBind*", "*rebaseAt*", "*ClosureBuilder::*", "*JustInTimeLoader::*", "*closestSymbol*",
      ], images: loaders, position: .first(3), statement: "{function} reads the file of an image."))

  private static let plainBusError = Evidence.all([
    .exception(types: ["SIGBUS"], signals: ["SIGBUS"], statement: "The signal is SIGBUS: the address is mapped."),
    .not(.field(.firstExceptionCode, .equals("0x1"))), .not(.field(.firstExceptionCode, .equals("0x2"))),
    .not(
      .field(
        FieldQuery(
          [.exceptionCodes, .exceptionSubtype],
          .contains(["KERN_PROTECTION_FAILURE", "KERN_INVALID_ADDRESS", "EXC_ARM_DA_ALIGN", "BUS_ADRALN"])))),
  ])

  /// The address is that of an image, which is a mapped file.
  private static let isInImage = Evidence.custom(
    CustomEvidence(
      "an address inside an image", reason: "It compares the address with the ranges of images.",
      needs: EvidenceNeeds(facts: ["EXC_BAD_ACCESS", "SIGSEGV", "SIGBUS"]), explanations: [imageStatement]
    ) { context in
      guard let address = context.report.exception?.faultAddress?.value else { return nil }
      let image = context.report.images?.first { image in
        guard let start = image.loadAddress?.value, let size = image.size, address >= start else { return false }
        return address - start < size
      }
      guard let image, let name = image.name.map(shortImageName) else { return nil }
      return EvidenceMatch(
        witnesses: [
          context.witness(line: image.line, member: name, statement: imageStatement, captures: ["mapped": name])
        ])
    })
  private static let imageStatement = "The address is inside the image {mapped}."

  /// The system states another reason.
  private static let explained = Evidence.any([
    .termination(namespace: "CODESIGNING"),
    .field(
      FieldQuery(
        [.exceptionType, .exceptionSignal, .exceptionCodes, .exceptionSubtype, .exceptionMessage],
        .contains(["codesign", "code signature"]))),
  ])

  /// The program is on another volume than the system.
  private static let volume = Evidence.custom(
    CustomEvidence(
      "a program on another volume", reason: "It reads a path.", explanations: [volumeStatement]
    ) { context in
      let prefix = "/Volumes/"
      guard let path = context.report.process?.path, path.hasPrefix(prefix),
        let name = path.dropFirst(prefix.count).split(separator: "/").first
      else { return nil }
      let captures = ["volume": String(name).shortened(to: 60)]
      return EvidenceMatch(
        witnesses: [
          context.witness(
            line: context.report.lines[.processPath], member: path, statement: volumeStatement, captures: captures)
        ], captures: captures)
    })
  private static let volumeStatement = "The program is on the volume {volume}."
}
