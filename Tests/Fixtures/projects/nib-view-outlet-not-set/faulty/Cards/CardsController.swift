import UIKit

class CardsController: UIViewController {
}
