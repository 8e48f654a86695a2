import UIKit

class CardsController: UIViewController {
  required init?(coder: NSCoder) {
    super.init(coder: coder)
    self.view.tag = 7
  }
}
