#import "CardView.h"

@implementation CardView

- (void)awakeFromNib {
  [super awakeFromNib];
  [self.field setValue:UIColor.redColor forKeyPath:@"_placeholderLabel.textColor"];
}

- (instancetype)initWithFrame:(CGRect)frame {
  return [super initWithFrame:frame];
}

@end
