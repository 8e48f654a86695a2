// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "example",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "diagnose", path: "../../..")],
  targets: [
    .executableTarget(name: "example", dependencies: [.product(name: "DiagnoseKit", package: "diagnose")])
  ]
)
