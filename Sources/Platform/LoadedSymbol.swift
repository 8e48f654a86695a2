#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Returns the address of a symbol in this program or in a library it has loaded; `nil` if it is missing (dlsym(3)).
package func loadedSymbol(_ name: String) -> UnsafeMutableRawPointer? { dlsym(dlopen(nil, RTLD_NOW), name) }
