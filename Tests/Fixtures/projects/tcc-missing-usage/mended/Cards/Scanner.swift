import AVFoundation

final class Scanner {
  func start() {
    AVCaptureDevice.requestAccess(for: .video) { _ in }
  }
}
