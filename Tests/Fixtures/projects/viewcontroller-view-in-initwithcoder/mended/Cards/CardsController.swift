import UIKit

class CardsController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    self.view.tag = 7
  }
}
