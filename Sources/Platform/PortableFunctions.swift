// C functions with the same declaration on all systems, re-exported one by one: a call reaches the system's function
// without a wrapper, which matters in loops over bytes. All other use of the C library stays inside this module.
#if canImport(Darwin)
  @_exported public import func Darwin.exp
  @_exported public import func Darwin.expm1
  @_exported public import func Darwin.free
  @_exported public import func Darwin.log
  @_exported public import func Darwin.log1p
  @_exported public import func Darwin.memchr
  @_exported public import func Darwin.memcmp
  @_exported public import func Darwin.strlen
#elseif canImport(Glibc)
  @_exported public import func Glibc.exp
  @_exported public import func Glibc.expm1
  @_exported public import func Glibc.free
  @_exported public import func Glibc.log
  @_exported public import func Glibc.log1p
  @_exported public import func Glibc.memchr
  @_exported public import func Glibc.memcmp
  @_exported public import func Glibc.strlen
#endif
