#import <CoreText/CoreText.h>

@interface Fonts : NSObject
@end

@implementation Fonts

+ (void)registerFonts {
  NSURL *url = [[NSBundle bundleForClass:self] URLForResource:@"Icons" withExtension:@"ttf"];
  if (url) { CTFontManagerRegisterFontsForURL((__bridge CFURLRef)url, kCTFontManagerScopeProcess, NULL); }
}

@end
