final class CardStore {}
