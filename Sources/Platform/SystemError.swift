#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The error of a failed system call (`errno`; errno(3), intro(2)).
package struct SystemError: Error, Hashable, Sendable {
  /// The error number; the same error may have different numbers on different systems.
  package let number: Int32

  /// Creates an error from the system's number.
  package init(number: Int32) { self.number = number }

  /// The error of the last failed call of this thread. Valid only directly after that call.
  static var last: SystemError { SystemError(number: errno) }

  /// The system's description, in the language of the C locale.
  package var description: String { String(cString: strerror(number)) }
}

extension SystemError {
  /// `EACCES`: permission denied.
  package static let permissionDenied = SystemError(number: EACCES)
  /// `EPERM`: the operation is not permitted, regardless of the permissions of the file.
  package static let notPermitted = SystemError(number: EPERM)
  /// `ENOENT`: no such file or folder.
  package static let noSuchFile = SystemError(number: ENOENT)
  /// `ENOTDIR`: a part of the path is not a folder.
  package static let notAFolder = SystemError(number: ENOTDIR)
  /// `EISDIR`: a folder where a file was expected.
  package static let isAFolder = SystemError(number: EISDIR)
  /// `EEXIST`: the file exists already.
  package static let fileExists = SystemError(number: EEXIST)
  /// `ELOOP`: too many symbolic links, or one that must not be followed.
  package static let tooManyLinks = SystemError(number: ELOOP)
  /// `ENAMETOOLONG`: a path or a part of it is too long.
  package static let nameTooLong = SystemError(number: ENAMETOOLONG)
  /// `ENXIO`: a socket or a device that cannot be opened as a file.
  package static let noSuchDevice = SystemError(number: ENXIO)
  /// `EMFILE`: this process has too many open files.
  package static let tooManyOpenFiles = SystemError(number: EMFILE)
  /// `ENFILE`: the system has too many open files.
  package static let tooManyOpenFilesInSystem = SystemError(number: ENFILE)
  /// `ENOBUFS`: the system has no memory for a socket.
  package static let noBufferSpace = SystemError(number: ENOBUFS)
  /// `ENOMEM`: no memory is left.
  package static let noMemory = SystemError(number: ENOMEM)
  /// `ECONNABORTED`: the client disconnected before its connection was accepted.
  package static let connectionAborted = SystemError(number: ECONNABORTED)
  /// `ENOSPC`: the disk is full.
  package static let noSpace = SystemError(number: ENOSPC)
  /// `EFBIG`: the file would be larger than the volume, or the limit of the process, permits.
  package static let fileTooLarge = SystemError(number: EFBIG)
  /// `EDQUOT`: the user's disk quota is used up.
  package static let quotaExceeded = SystemError(number: EDQUOT)
  /// `EROFS`: the volume is read-only.
  package static let readOnlyFileSystem = SystemError(number: EROFS)
  /// `EBADF`: the descriptor is not open.
  package static let badFileDescriptor = SystemError(number: EBADF)
  /// `EPIPE`: the other end of the pipe or socket is closed.
  package static let brokenPipe = SystemError(number: EPIPE)
  /// `ECONNRESET`: the peer has closed the connection.
  package static let connectionReset = SystemError(number: ECONNRESET)
  /// `EWOULDBLOCK`, the same as `EAGAIN` on Linux and macOS: the call would have to wait.
  package static let wouldBlock = SystemError(number: EWOULDBLOCK)
  /// `ENOEXEC`: the file is neither a program nor a script with an interpreter line.
  package static let notAProgram = SystemError(number: ENOEXEC)
  /// `E2BIG`: the arguments and the environment are too long.
  package static let argumentsTooLong = SystemError(number: E2BIG)
  /// `EINTR`: a signal interrupted the call.
  static let interrupted = SystemError(number: EINTR)
}
