#import <UIKit/UIKit.h>

NS_ASSUME_NONNULL_BEGIN

typedef NS_ENUM(NSInteger, RatingStyle) { RatingStyleStars, RatingStyleDots };

IB_DESIGNABLE
@interface RatingView : UIView
@property (nonatomic) IBInspectable CGFloat value;
@property (nonatomic) RatingStyle style;
@property (nonatomic, copy, nullable) void (^changed)(CGFloat value);
@end

NS_ASSUME_NONNULL_END
