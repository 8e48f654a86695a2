// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target: language mode 6, and the upcoming features that make imports and existentials
/// explicit.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// CI sets DIAGNOSE_STRICT=1: a warning is an error there, and not on machines with a newer compiler.
let strict: [SwiftSetting] =
  Context.environment["DIAGNOSE_STRICT"] == "1" ? [.treatAllWarnings(as: .error)] : []

/// Fuzz targets have no `main` and link only with `--sanitize fuzzer`, so an ordinary build must not contain them.
let fuzzing = Context.environment["DIAGNOSE_FUZZ"] == "1"

/// Benchmarks are separate programs that users do not need to build.
let benchmarking = Context.environment["DIAGNOSE_BENCH"] == "1"

/// scripts/build-static sets DIAGNOSE_RELEASE=1 for the program that is published: without support for tests, and
/// optimized for size.
let releasing = Context.environment["DIAGNOSE_RELEASE"] == "1"

/// Permits `@testable import` in a release build. On the command line, the option would apply only to the build of the
/// tests, which would then share no objects with the build of the program.
let testable: [SwiftSetting] =
  releasing ? [] : [.unsafeFlags(["-enable-testing"], .when(configuration: .release))]

/// The modules that read every byte of an input or of debug information: optimized for size, they take twice as long.
let optimizedForSpeed: Set<String> = ["Bytes", "Archives", "CrashReports", "DebugInfo", "Symbolication"]

/// The modules whose share of a run is small. Except in the published program they are not optimized, like the tests:
/// that takes a quarter of the time. docs/architecture.md states the measurements.
let undemanding: Set<String> = [
  "UserFiles", "Transfer", "SymbolServers", "ClickHouse", "SharedHistory", "Exports", "Pages", "Rewriting",
  "Conversion", "HistoryPresentation", "ModelContext", "SourceHistory",
  "DiagnoseKit", "Workflow", "Monitoring", "Answers", "AgentTools", "DiagnoseCommand",
]

let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

func optimization(_ name: String) -> [SwiftSetting] {
  if releasing { return optimizedForSpeed.contains(name) ? [] : [.unsafeFlags(["-Osize"])] }
  return undemanding.contains(name) ? unoptimized : []
}

/// The linker settings of `diagnose` if scripts/build-release sets DIAGNOSE_STATIC=1: Swift's libraries are linked
/// statically, and the load address is fixed. Only linker options are used, because `--static-swift-stdlib` changes how
/// every module is compiled, and the toolchain contains no static library of Testing.
let linking: [LinkerSetting] =
  Context.environment["DIAGNOSE_STATIC"] == "1"
  ? [
    // LLD, because the toolchain's default linker warns about functions of Foundation that no code calls.
    .unsafeFlags(["-static-stdlib", "-use-ld=lld", "-Xlinker", "-no-pie"], .when(platforms: [.linux])),
    // The parts of Foundation. Modules that were compiled for its dynamic library do not link them automatically.
    .unsafeFlags(
      ["-Xlinker", "--start-group"]
        + [
          "Foundation", "FoundationInternationalization", "FoundationEssentials", "CoreFoundation",
          "_FoundationCollections", "_FoundationICU", "_FoundationCShims",
        ].map { "-l" + $0 } + ["-Xlinker", "--end-group"], .when(platforms: [.linux])),
  ] : []

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, swiftSettings: settings + testable + optimization(name) + strict)
}

/// A test target. `data` are files that tests read from the repository; they are not resources of a bundle.
func tests(_ name: String, _ dependencies: [Target.Dependency], data: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: data,
    swiftSettings: settings + unoptimized + strict)
}

/// A program of Tests/Fuzz. It runs the target of the same name in the catalog of FuzzTargets.
func fuzzer(_ name: String) -> Target {
  .executableTarget(
    name: name, dependencies: ["FuzzTargets"], path: "Tests/Fuzz/" + name,
    swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
}

let fuzzers: [Target] = [
  fuzzer("FuzzArchives"),
  fuzzer("FuzzContext"),
  fuzzer("FuzzDebugInfo"),
  fuzzer("FuzzDemangle"),
  fuzzer("FuzzDocuments"),
  fuzzer("FuzzELF"),
  fuzzer("FuzzHistory"),
  fuzzer("FuzzHTTP"),
  fuzzer("FuzzJSON"),
  fuzzer("FuzzLines"),
  fuzzer("FuzzMachO"),
  fuzzer("FuzzMessages"),
  fuzzer("FuzzNormalization"),
  fuzzer("FuzzOwners"),
  fuzzer("FuzzPattern"),
  fuzzer("FuzzProject"),
  fuzzer("FuzzReceive"),
  fuzzer("FuzzRedaction"),
  fuzzer("FuzzReport"),
  fuzzer("FuzzSQLLiteral"),
  fuzzer("FuzzTerminal"),
  fuzzer("FuzzText"),
  fuzzer("FuzzUpload"),
]

let benchmarks: [Target] = [
  .executableTarget(
    name: "ReadBench", dependencies: ["CrashReports", "Diagnosis", "Analysis"],
    path: "Tests/Bench/ReadBench",
    swiftSettings: settings + strict),
  .executableTarget(
    name: "PagesDemo", dependencies: ["Vocabulary", "Pages", "MadePages"], path: "Tests/Bench/PagesDemo",
    swiftSettings: settings + strict),
  .executableTarget(
    name: "HistoryBench",
    dependencies: [
      "Vocabulary", "CrashReports", "Diagnosis", "History", .product(name: "GRDB", package: "GRDB.swift"),
    ],
    path: "Tests/Bench/HistoryBench",
    swiftSettings: settings + strict),
  .executableTarget(
    name: "PatternBench", dependencies: ["CrashReports", "Diagnosis", "Analysis"],
    path: "Tests/Bench/PatternBench",
    swiftSettings: settings + strict),
  .executableTarget(
    name: "PatternDocuments", dependencies: ["CrashReports", "Diagnosis", "YAMLText"],
    path: "Tests/Bench/PatternDocuments",
    swiftSettings: settings + strict),
  .executableTarget(
    name: "SignatureNames", dependencies: ["CrashReports", "Signatures"], path: "Tests/Bench/SignatureNames",
    swiftSettings: settings + strict),
]

let package = Package(
  name: "diagnose",
  // `Mutex` and `Atomic` need macOS 15; docs/macos.md describes how the use of newer declarations is found.
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "diagnose", targets: ["DiagnoseMain"]),
    .library(name: "DiagnoseKit", targets: ["DiagnoseKit"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .yum(["zlib-devel"])]),
    // A system call that the C library of Linux does not wrap.
    .target(name: "COpenBeneath"),
    // The code of a child process between fork and exec, which Swift must not be.
    .target(name: "CChildProcess"),
    library("Platform", ["COpenBeneath", "CChildProcess"]),
    library("Bytes", ["Platform"]),
    // The instructions of processors for SHA-256, which Swift cannot express.
    .target(name: "CSHA256"),
    library("Vocabulary", ["Bytes", "CSHA256"]),
    // The files of the folder Knowledge as constants, which Swift cannot embed.
    .target(name: "CKnowledge"),
    library("Knowledge", ["Bytes", "CKnowledge"]),
    library("SourceText", ["Bytes"]),
    // YAML that people write: the files of users, and the documents of patterns.
    library("YAMLText", ["Bytes", "Vocabulary"]),
    library("PropertyLists", ["Bytes"]),
    library("Archives", ["Bytes", "CZlib"]),
    .target(
      name: "DebugInfo", dependencies: ["Bytes", "Vocabulary", "Platform", "Archives"],
      // Cursors over borrowed bytes are non-escapable types, which need the annotation `@_lifetime`.
      swiftSettings: settings + testable + strict + [.enableExperimentalFeature("Lifetimes")]),
    library("CrashReports", ["Bytes", "Vocabulary", "Platform", "Knowledge", "PropertyLists"]),
    library("Symbolication", ["Bytes", "Vocabulary", "Platform", "Archives", "DebugInfo", "CrashReports"]),
    library(
      "SymbolServers",
      ["Bytes", "Vocabulary", "Platform", "DebugInfo", "CrashReports", "Symbolication", "Transfer"]),
    library("Signatures", ["Bytes", "Vocabulary", "DebugInfo", "CrashReports"]),
    library("Diagnosis", ["Bytes", "Vocabulary", "Knowledge", "SourceText", "YAMLText", "CrashReports"]),
    library(
      "ProjectInspection",
      ["Bytes", "Vocabulary", "Platform", "Knowledge", "SourceText", "PropertyLists", "CrashReports", "Diagnosis"]),
    library("SourceHistory", ["Bytes", "Vocabulary", "Platform", "SourceText"]),
    library(
      "Analysis",
      ["Bytes", "Vocabulary", "CrashReports", "Symbolication", "Diagnosis", "Signatures", "ProjectInspection"]),
    library("Trends", ["Bytes", "Platform"]),
    library("Transfer", ["Bytes", "Platform"]),
    library("ClickHouse", ["Bytes", "Vocabulary", "Platform", "Archives", "Transfer"]),
    library(
      "History",
      [
        "Bytes", "Vocabulary", "Platform", "CrashReports", "Diagnosis", "Signatures", "Trends",
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    library(
      "UserFiles",
      ["Bytes", "Vocabulary", "YAMLText", "CrashReports", "Diagnosis", .product(name: "Yams", package: "Yams")]),
    library(
      "Pages",
      [
        "Bytes", "Vocabulary", "Platform", "History", "Documents", .product(name: "FlyingSocks", package: "FlyingFox"),
      ]),
    library("Documents", ["Bytes", "Vocabulary", "Platform", "Archives", "CrashReports", "Diagnosis", "Signatures"]),
    library(
      "Exports",
      ["Bytes", "Vocabulary", "CrashReports", "Diagnosis", "Signatures", "History", "Documents", "Redaction"]),
    library(
      "SharedHistory",
      [
        "Bytes", "Vocabulary", "Platform", "Archives", "CrashReports", "Diagnosis", "Signatures", "History", "Exports",
        "Redaction", "ClickHouse",
      ]),
    library("Redaction", ["Bytes", "CrashReports"]),
    library("Rewriting", ["Bytes", "Vocabulary", "CrashReports"]),
    library(
      "Conversion", ["Bytes", "Vocabulary", "CrashReports", "Diagnosis", "Signatures", "Documents", "Rewriting"]),
    library(
      "Presentation", ["Bytes", "Vocabulary", "Knowledge", "CrashReports", "Diagnosis", "Signatures", "Documents"]),
    library(
      "HistoryPresentation",
      ["Vocabulary", "CrashReports", "Diagnosis", "Signatures", "Trends", "History", "Documents", "Presentation"]),
    library("ModelContext", ["Bytes", "Vocabulary", "CrashReports"]),
    library(
      "DiagnoseKit",
      [
        "Vocabulary", "Platform", "CrashReports", "Symbolication", "Diagnosis", "Signatures", "Analysis", "Documents",
        "Presentation",
      ]),
    library(
      "Workflow",
      [
        "Bytes", "Vocabulary", "Platform", "Archives", "CrashReports", "Symbolication", "Diagnosis", "Analysis",
        "ProjectInspection", "Signatures", "Trends", "History", "Documents", "Redaction", "Rewriting", "SymbolServers",
        "ClickHouse", "SharedHistory", "Presentation", "HistoryPresentation", "Pages", "UserFiles", "YAMLText",
      ]),
    library(
      "Monitoring",
      [
        "Bytes", "Vocabulary", "Platform", "Archives", "DebugInfo", "CrashReports", "Symbolication", "Diagnosis",
        "Analysis", "Signatures", "History", "Documents", "ClickHouse", "Presentation", "Pages", "ProjectInspection",
        "UserFiles", "Workflow",
      ]),
    library(
      "Answers",
      [
        "Bytes", "Vocabulary", "Platform", "DebugInfo", "CrashReports", "Symbolication", "Diagnosis", "Signatures",
        "Trends", "History", "Documents", "Presentation", "HistoryPresentation", "Pages", "UserFiles", "Workflow",
      ]),
    library(
      "AgentTools",
      [
        "Bytes", "Vocabulary", "Platform", "DebugInfo", "CrashReports", "Symbolication", "Diagnosis", "Analysis",
        "ProjectInspection", "Signatures", "History", "Documents", "Presentation", "HistoryPresentation",
        "ModelContext", "Workflow", "Monitoring", "Answers",
      ]),
    library(
      "DiagnoseCommand",
      [
        "Bytes", "Vocabulary", "Platform", "Archives", "DebugInfo", "CrashReports", "Symbolication", "Diagnosis",
        "Analysis", "ProjectInspection", "SourceHistory", "Signatures", "Trends", "History", "Documents", "Exports",
        "Redaction", "Conversion", "SymbolServers", "ClickHouse", "SharedHistory", "Presentation",
        "HistoryPresentation", "Pages",
        "UserFiles", "ModelContext", "YAMLText", "Workflow", "Monitoring", "Answers", "AgentTools",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "DiagnoseMain", dependencies: ["DiagnoseCommand"], swiftSettings: settings + strict,
      linkerSettings: linking),

    .target(
      name: "TestSupport", dependencies: ["Vocabulary"], path: "Tests/TestSupport",
      swiftSettings: settings + strict),
    .target(
      name: "MadePages", dependencies: ["Vocabulary", "History", "Pages"], path: "Tests/MadePages",
      swiftSettings: settings + strict),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Vocabulary", "Archives", "DebugInfo", "CrashReports", "Symbolication", "Diagnosis", "Analysis",
        "ProjectInspection", "SourceHistory", "Signatures", "History", "UserFiles", "Pages", "Documents", "Exports",
        "Redaction", "Rewriting", "Conversion", "YAMLText", "Presentation", "ModelContext", "ClickHouse", "Platform",
        "Monitoring", "CZlib",
      ],
      path: "Tests/FuzzTargets", swiftSettings: settings + strict),
    tests("PlatformTests", ["Platform", "Vocabulary"]),
    tests("FuzzReplayTests", ["FuzzTargets"]),
    tests("ArchivesTests", ["Archives", "CZlib"]),
    tests("CrashReportsTests", ["Vocabulary", "CrashReports"], data: ["JSONTestSuite"]),
    tests(
      "DebugInfoTests", ["DebugInfo", "Symbolication", "CrashReports", "Vocabulary", "Analysis"],
      data: ["Demangling/old-swift.tsv", "Demangling/cxx.tsv"]),
    tests(
      "DiagnosisTests",
      ["Bytes", "Vocabulary", "SourceText", "CrashReports", "Symbolication", "Diagnosis", "Analysis", "Signatures"],
      data: ["matrix.expected"]),
    tests(
      "SignaturesTests", ["Bytes", "Vocabulary", "CrashReports", "Signatures"],
      data: ["samples.expected", "version-2.expected"]),
    tests("SourceTextTests", ["SourceText", "Bytes"]),
    tests("PropertyListsTests", ["PropertyLists"]),
    tests(
      "ProjectInspectionTests",
      ["Vocabulary", "SourceText", "PropertyLists", "CrashReports", "Diagnosis", "Analysis", "ProjectInspection"]),
    tests("SourceHistoryTests", ["SourceHistory", "Platform", "Vocabulary"]),
    tests("BytesTests", ["Bytes"]),
    tests("KnowledgeTests", ["Knowledge", "Bytes", "Vocabulary", "YAMLText", "CrashReports", "Diagnosis", "Analysis"]),
    tests("TrendsTests", ["Trends"]),
    tests("ClickHouseTests", ["ClickHouse", "Transfer", "Archives", "Platform", "Vocabulary"]),
    tests(
      "SymbolServersTests",
      ["SymbolServers", "Transfer", "Symbolication", "DebugInfo", "CrashReports", "Archives", "Platform", "Vocabulary"]),
    tests(
      "HistoryTests",
      [
        "Bytes", "Vocabulary", "Platform", "CrashReports", "Diagnosis", "Signatures", "Trends", "History",
        "HistoryPresentation", "SharedHistory", "ClickHouse", "Documents", "Exports", "Redaction",
        .product(name: "GRDB", package: "GRDB.swift"),
      ], data: ["query-plans.expected", "server-questions.expected"]),
    tests("RedactionTests", ["CrashReports", "Redaction"]),
    tests("RewritingTests", ["Vocabulary", "CrashReports", "Rewriting"]),
    tests(
      "ConversionTests",
      ["Vocabulary", "CrashReports", "Diagnosis", "Signatures", "Analysis", "Documents", "Conversion"]),
    tests(
      "PresentationTests",
      [
        "Vocabulary", "Archives", "CrashReports", "Symbolication", "Diagnosis", "Analysis", "Signatures", "History",
        "Documents", "Exports", "Redaction", "Presentation",
      ],
      data: ["Documents/evidence.expected"]),
    tests("PagesTests", ["Vocabulary", "Platform", "History", "Pages", "MadePages"], data: ["Golden"]),
    tests("UserFilesTests", ["Vocabulary", "YAMLText", "CrashReports", "Diagnosis", "Analysis", "UserFiles"]),
    tests("DiagnoseKitTests", ["DiagnoseKit"]),
    tests(
      "CommandTests",
      [
        "DiagnoseCommand", "Workflow", "Monitoring", "Analysis", "History", "HistoryPresentation", "ModelContext",
        "Answers", "Pages", "Documents", "Vocabulary", "YAMLText", "Archives", "CrashReports",
        "Platform", "Presentation", "Symbolication", "UserFiles",
        .product(name: "GRDB", package: "GRDB.swift"),
      ], data: ["Cases"]),
    tests(
      "HouseTests",
      [
        "Vocabulary", "SourceText", "YAMLText", "CrashReports", "Diagnosis", "Presentation", "ProjectInspection",
        "UserFiles",
      ],
      data: ["language.txt", "pattern-ids.expected"]),
  ] + (fuzzing ? fuzzers : []) + (benchmarking ? benchmarks : [])
)
