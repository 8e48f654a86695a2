extension ProjectCheck {
  /// Every check, sorted by id. A new check is one file in `Checks/` and one line here.
  package static let catalog: [ProjectCheck] = [
    ibOverlaysMainBundleNib,
    ibOverlaysMainBundleNibElsewhere,
    ibOverlaysMainBundleResource,
    ibPrepareNotCalled,
    nibSelfClassRecursion,
  ]

  package static func with(id: String) -> ProjectCheck? { catalog.first { $0.id == id } }
}
