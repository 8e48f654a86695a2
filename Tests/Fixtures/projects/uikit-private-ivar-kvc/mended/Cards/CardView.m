#import "CardView.h"

@implementation CardView

- (void)awakeFromNib {
  [super awakeFromNib];
  self.field.attributedPlaceholder = [[NSAttributedString alloc] initWithString:@"Name"];
}

- (instancetype)initWithFrame:(CGRect)frame {
  return [super initWithFrame:frame];
}

@end
