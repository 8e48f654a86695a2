#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The address of a symbol in this program or in a library that it has loaded; `nil` if there is none (dlsym(3)).
package func loadedSymbol(_ name: String) -> UnsafeMutableRawPointer? { dlsym(dlopen(nil, RTLD_NOW), name) }
