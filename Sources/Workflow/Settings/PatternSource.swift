package import Diagnosis
import Platform
import UserFiles
import Vocabulary

/// A pattern file that a configuration names.
package struct PatternSource: Sendable {
  /// The absolute path.
  package let path: String
  /// The author of its patterns.
  package let author: Pattern.Author
  /// The content, for a file that was checked when it was opened; `nil` for a file that the user named, which is read when
  /// its patterns are needed.
  package let file: UserFile?

  /// A file that the user's own configuration names, or one that the user named.
  init(path: String) {
    self.path = path
    author = .user
    file = nil
  }

  private init(path: String, author: Pattern.Author, file: UserFile) {
    self.path = path
    self.author = author
    self.file = file
  }

  /// Opens a file that a found configuration names, and reads it.
  ///
  /// Of a file that is not in the repository, or that the user does not trust, messages show nothing: it may be a list of
  /// secrets that only this machine has.
  static func found(_ located: Configuration.Located, _ resolver: PathResolver) -> Result<
    PatternSource, PathResolver.Refusal
  > {
    let isTrusted = resolver.origin == .trusted
    do throws(PathResolver.Refusal) {
      let path = try resolver.full(located.text)
      let (opened, isInRepository) = try open(FilePath(path), resolver)
      var file: UserFile
      do throws(ReadingFault) { file = try UserFile(opened, at: FilePath(path), name: located.text) } catch {
        throw PathResolver.Refusal(message: error.message, isForbidden: false)
      }
      if !isTrusted || !isInRepository {
        file.disclosure = .nothing(
          command: "diagnose patterns validate " + Terminal.quotedFileName(PathResolver.normalized(path)))
      }
      return .success(PatternSource(path: path, author: isTrusted ? .user : .stranger, file: file))
    } catch { return .failure(error) }
  }

  private static func open(
    _ path: FilePath, _ resolver: PathResolver
  ) throws(PathResolver.Refusal) -> (opened: ContainedFolder.Opened, isInRepository: Bool) {
    var fault = ContainedFolder.Fault.outside
    do throws(ContainedFolder.Fault) {
      if let scope = resolver.scope { return (try scope.open(path), true) }
    } catch { fault = error }
    let mayBeInHome = ConfigurationKeys.permission("patterns.files", resolver.origin) == .repositoryOrHome
    if mayBeInHome, fault == .outside, let home = resolver.home, let folder = try? ContainedFolder(FilePath(home)) {
      do throws(ContainedFolder.Fault) { return (try folder.open(path), false) } catch { fault = error }
    }
    let words: String
    switch fault {
    case .outside: words = resolver.outside(orHome: mayBeInHome)
    case .notFound: words = "does not exist"
    case .wrongKind: words = "is not a regular file"
    case .system(let error): words = "cannot be opened (\(StandardStreams.reason(error)))"
    }
    throw PathResolver.Refusal(message: words, isForbidden: fault == .outside)
  }
}
