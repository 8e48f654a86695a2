import FirebaseCore

@main class AppDelegate: UIResponder, UIApplicationDelegate {
  func start() {
    FirebaseApp.configure()
  }
}
