#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  // `environ` is a global variable of C. It is only read, and this program never changes its environment.
  @preconcurrency import Glibc
#endif

/// The environment of this process, to pass it on unchanged.
package enum ProcessEnvironment {
  /// The variables as the system stores them: `NAME=value`, bytes that need not be UTF-8.
  package static var variables: [[UInt8]] {
    let start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    #if canImport(Darwin)
      start = _NSGetEnviron().pointee
    #elseif canImport(Glibc)
      start = environ
    #endif
    guard var next = start else { return [] }
    var variables: [[UInt8]] = []
    while let variable = next.pointee {
      variables.append(UnsafeBufferPointer(start: variable, count: strlen(variable)).map { UInt8(bitPattern: $0) })
      next += 1
    }
    return variables
  }

  /// Returns the value of the first variable with this name; `nil` if there is none.
  package static func value(of name: String) -> [UInt8]? {
    let start = Array((name + "=").utf8)
    return variables.first { $0.starts(with: start) }.map { Array($0.dropFirst(start.count)) }
  }
}

extension ProcessEnvironment {
  /// Returns the path of a program in the absolute folders of `PATH`; `nil` if none has it. A relative folder would run a
  /// program of the working directory.
  package static func program(named name: String) -> FilePath? {
    for folder in (value(of: "PATH") ?? []).split(separator: UInt8(ascii: ":"))
    where folder.first == UInt8(ascii: "/") {
      let path = FilePath(bytes: Array(folder)).appending(name)
      if (try? FileStatus(of: path))?.kind == .regular { return path }
    }
    return nil
  }
}
