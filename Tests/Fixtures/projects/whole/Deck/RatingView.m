#import "RatingView.h"

@interface RatingView ()
@property (nonatomic, strong) CALayer *star;
@end

@implementation RatingView {
  CGFloat _lastWidth;
}

- (instancetype)initWithFrame:(CGRect)frame {
  if ((self = [super initWithFrame:frame])) { [self setUp]; }
  return self;
}

- (instancetype)initWithCoder:(NSCoder *)coder {
  if ((self = [super initWithCoder:coder])) { [self setUp]; }
  return self;
}

- (void)setUp {
  self.star = [CALayer layer];
  [self.layer addSublayer:self.star];
}

// self.value = value here would call the setter again.
- (void)setValue:(CGFloat)value {
  _value = value;
  [self render];
}

- (void)layoutSubviews {
  [super layoutSubviews];
  if (_lastWidth != self.bounds.size.width) {
    _lastWidth = self.bounds.size.width;
    [self invalidateIntrinsicContentSize];
  }
  [self render];
}

- (void)prepareForInterfaceBuilder {
  [super prepareForInterfaceBuilder];
  [self render];
}

- (void)render {
  UIImage *image = [UIImage imageNamed:@"star" inBundle:[NSBundle bundleForClass:self.class]
         compatibleWithTraitCollection:nil];
  self.star.contents = (__bridge id)image.CGImage;
}

@end
