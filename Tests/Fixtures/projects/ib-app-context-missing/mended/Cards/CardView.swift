import UIKit

@IBDesignable
final class CardView: UIView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  private func setUp() {
    let app = UIApplication.shared.delegate as? AppDelegate
    clipsToBounds = app != nil
  }
}
