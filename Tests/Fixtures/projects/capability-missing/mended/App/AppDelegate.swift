import UIKit

@main class AppDelegate: UIResponder, UIApplicationDelegate {
  func start() {
    UIApplication.shared.registerForRemoteNotifications()
  }
}
