// What Swift's own part of the module Darwin adds to the headers: variadic functions and macros that are not imported.
// Written from swiftlang/swift (stdlib/public/Platform/Platform.swift, TiocConstants.swift) as of Swift 5.10, the last
// version whose source is public.
@_exported import Darwin

public var errno: Int32 {
  get { __error().pointee }
  set(number) { __error().pointee = number }
}

public var S_IFMT: mode_t { 0o170000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFSOCK: mode_t { 0o140000 }
public var S_IWOTH: mode_t { 0o000002 }
public var S_ISVTX: mode_t { 0o001000 }

public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { -1 }
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { -1 }
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { -1 }
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { -1 }
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { -1 }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { -1 }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ ptr: UnsafeMutableRawPointer) -> Int32 { -1 }
public func ioctl(_ fd: CInt, _ request: UInt, _ value: CInt) -> CInt { -1 }
public func ioctl(_ fd: CInt, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> CInt { -1 }
public func ioctl(_ fd: CInt, _ request: UInt) -> CInt { -1 }

public var TIOCGWINSZ: UInt { 0x4008_7468 }

public var SIG_IGN: sig_t { unsafeBitCast(1, to: sig_t.self) }

public var MAP_FAILED: UnsafeMutableRawPointer! { UnsafeMutableRawPointer(bitPattern: -1) }
