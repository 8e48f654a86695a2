import CrashReports
import Foundation

@testable import Signatures

/// Creates reports from the stack of a vector in three formats.
struct SyntheticReport {
  let vector: Vectors.Stack

  private struct Image {
    var name: String
    var path: String
    var uuid: String
    var base: UInt64
  }

  /// The images of the frames, in order of first use.
  private var images: [Image] {
    var found: [Image] = []
    for frame in vector.frames.all {
      let name = ImageName.normalized(frame.image, file: nil) ?? "???"
      guard !found.contains(where: { $0.name == name }) else { continue }
      let number = found.count
      found.append(
        Image(
          name: name, path: Self.path(frame.image, name),
          uuid: frame.uuid ?? String(format: "11111111-2222-3333-4444-%012d", number),
          base: 0x1_0000_0000 &+ UInt64(number) &* 0x100_0000))
    }
    return found
  }

  private static func path(_ written: String, _ name: String) -> String {
    let traits = ImageTraits(written: written, path: nil)
    if name == "dyld_sim" { return "/Library/Developer/Simulators/RuntimeRoot/usr/lib/dyld_sim" }
    if traits.isHost { return "/Applications/Xcode.app/Contents/Developer/" + name }
    if name.hasPrefix("lib") || name == "dyld" { return "/usr/lib/" + name }
    if traits.isSystem { return "/System/Library/Frameworks/\(name).framework/\(name)" }
    return "/private/var/containers/Bundle/Application/11111111-0000-4000-8000-0123456789AB/\(name).app/\(name)"
  }

  /// The parts of a frame: function without offset, and offset from the start of the function or image.
  private func parts(_ frame: Vectors.Frame) -> (function: String?, distance: UInt64, location: String?) {
    var text = frame.function
    var location: String?
    if text.hasSuffix(")"), let open = text.range(of: " (", options: .backwards), text.contains(" + ") {
      location = String(text[open.upperBound...].dropLast())
      text = String(text[..<open.lowerBound])
    }
    guard let plus = text.range(of: " + ", options: .backwards), let value = UInt64(text[plus.upperBound...]) else {
      return (text, 17, location)
    }
    let name = String(text[..<plus.lowerBound])
    return (name.hasPrefix("0x") ? nil : name, value, location)
  }

  private func image(_ frame: Vectors.Frame) -> (index: Int, image: Image) {
    let name = ImageName.normalized(frame.image, file: nil) ?? "???"
    let all = images
    let index = all.firstIndex { $0.name == name } ?? 0
    return (index, all[index])
  }

  /// The header lines that determine the vector's kind.
  private var exception: (type: String, signal: String) {
    switch vector.kind {
    case "memory": ("EXC_BAD_ACCESS", "SIGSEGV")
    case "trap": ("EXC_BREAKPOINT", "SIGTRAP")
    case "watchdog": ("EXC_CRASH", "SIGKILL")
    default: ("EXC_CRASH", "SIGABRT")
    }
  }

  private var message: String? {
    vector.kind.hasPrefix("exception:")
      ? "*** Terminating app due to uncaught exception '\(vector.kind.dropFirst(10))', reason: 'it was made'" : nil
  }

  private let guardRegion =
    "STACK GUARD            16b000000-16b004000    [   16K] ---/rwx SM=NUL  stack guard for thread 0"
}

// MARK: .ips

extension SyntheticReport {
  func ips() throws -> [UInt8] {
    let isException = message != nil
    let stack = vector.frames.all.map { frame -> [String: Any] in
      let (index, image) = image(frame)
      let (function, distance, location) = parts(frame)
      var object: [String: Any] = ["imageIndex": index, "imageOffset": 4096 + distance]
      if let function {
        object["symbol"] = function
        object["symbolLocation"] = distance
      } else {
        object["imageOffset"] = distance
      }
      if let colon = location?.lastIndex(of: ":"), let location,
        let line = Int(location[location.index(after: colon)...])
      {
        object["sourceFile"] = String(location[..<colon])
        object["sourceLine"] = line
      }
      _ = image
      return object
    }
    let abort: [[String: Any]] = [["imageIndex": 0, "imageOffset": 1, "symbol": "abort", "symbolLocation": 1]]
    let thread: [String: Any] = ["triggered": true, "id": 1, "frames": isException ? abort : stack]
    var body: [String: Any] = [
      "procName": "MyApp", "pid": 4711, "bug_type": "309", "faultingThread": 0,
      "exception": [
        "type": exception.type, "signal": exception.signal, "codes": "0x0000000000000001, 0x000000016b003ff8",
      ],
      "threads": [thread],
      "usedImages": images.map {
        [
          "source": "P", "arch": "arm64", "base": $0.base, "size": 0xff_f000, "uuid": $0.uuid, "path": $0.path,
          "name": $0.name,
        ]
          as [String: Any]
      },
    ]
    if isException { body["lastExceptionBacktrace"] = stack }
    if let message { body["asi"] = ["CoreFoundation": [message]] }
    if vector.overflow { body["vmRegionInfo"] = "0x16b003ff8 is in 0x16b000000\n--->  \(guardRegion)" }
    if vector.kind == "watchdog" {
      body["termination"] = ["namespace": "FRONTBOARD", "code": 2_343_432_205, "flags": 0] as [String: Any]
    }
    let header = #"{"app_name":"MyApp","bug_type":"309","os_version":"iPhone OS 17.4 (21E213)","name":"MyApp"}"#
    let data = try JSONSerialization.data(withJSONObject: body, options: [.sortedKeys, .prettyPrinted])
    return Array((header + "\n").utf8) + [UInt8](data)
  }
}

// MARK: .crash

extension SyntheticReport {
  private func line(_ number: Int, _ frame: Vectors.Frame) -> String {
    let (_, image) = image(frame)
    let (function, distance, location) = parts(frame)
    let address = String(image.base &+ (function == nil ? distance : 4096 &+ distance), radix: 16)
    let padded = String(repeating: "0", count: 16 - address.count) + address
    let name = function ?? "0x" + String(image.base, radix: 16)
    return "\(number)   \(frame.image)\t0x\(padded) \(name) + \(distance)" + (location.map { " (\($0))" } ?? "")
  }

  private var stackLines: [String] { vector.frames.all.enumerated().map { line($0, $1) } }

  func crash() -> [UInt8] {
    var lines = [
      "Process:               MyApp [4711]", "Path:                  /Applications/MyApp.app/MyApp",
      "Identifier:            com.example.MyApp", "Version:               1.0 (1)", "Code Type:             ARM-64",
      "Parent Process:        launchd [1]", "", "Date/Time:             2024-04-01 12:39:56.0657 -0700",
      "OS Version:            iPhone OS 17.4 (21E213)", "Report Version:        104", "",
      "Exception Type:  \(exception.type) (\(exception.signal))",
      "Exception Codes: 0x0000000000000001, 0x000000016b003ff8",
    ]
    if vector.kind == "watchdog" { lines.append("Termination Reason: FRONTBOARD 2343432205") }
    if vector.overflow { lines += ["VM Region Info: 0x16b003ff8 is in 0x16b000000", "--->  \(guardRegion)"] }
    lines += ["Triggered by Thread:  0", ""]
    if let message {
      lines += ["Application Specific Information:", message, "", "Last Exception Backtrace:"] + stackLines
      lines += ["", "Thread 0 Crashed:", "0   libsystem_c.dylib\t0x00000001fff00010 abort + 16"]
    } else {
      lines += ["Thread 0 Crashed:"] + stackLines
    }
    lines += ["", "Binary Images:"]
    for image in images {
      let start = String(image.base, radix: 16)
      let end = String(image.base &+ 0xff_efff, radix: 16)
      let uuid = image.uuid.replacingOccurrences(of: "-", with: "")
      lines.append("0x\(start) - 0x\(end) \(image.name) arm64  <\(uuid)> \(image.path)")
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }
}

// MARK: Excerpt

extension SyntheticReport {
  /// The crashed thread as a pasted excerpt: one or two lines above it, and no images.
  func excerpt() -> [UInt8] {
    var lines: [String] = []
    if let message { lines += [message, ""] }
    if vector.kind == "watchdog" {
      lines += ["Exception Type:  EXC_CRASH (SIGKILL)", "Termination Reason: FRONTBOARD 2343432205"]
    } else if message == nil {
      lines += ["Exception Type:  \(exception.type) (\(exception.signal))"]
    }
    if vector.overflow { lines.append("Exception Message: Thread stack size exceeded due to excessive recursion") }
    lines += ["", message == nil ? "Thread 0 Crashed:" : "Last Exception Backtrace:"] + stackLines
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }
}
