#include <map>
#include <string>
#include <vector>
#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <memory>
#include <functional>
#include <thread>
struct Base { virtual ~Base(); virtual int f(int) const; };
struct Left : virtual Base { int a = 1; int f(int x) const override; };
struct Right : virtual Base { int b = 2; };
struct Both : Left, Right { int f(int x) const override; ~Both(); };
Base::~Base() { puts("b"); }
int Base::f(int x) const { return x; }
int Left::f(int x) const { return x + a; }
int Both::f(int x) const { return Left::f(x) * b; }
Both::~Both() { puts("both"); }
static int sameOne(int x) { std::string s(x, 'a'); return s.size() * 3; }
static int sameTwo(int x) { std::string s(x, 'a'); return s.size() * 3; }
int (*table[])(int) = {sameOne, sameTwo};
template <class T> __attribute__((noinline)) T sum(const std::vector<T> &v) { T t{}; for (auto &x : v) t += x; return t; }
__attribute__((cold, noinline)) void fail(const char *m) { throw std::runtime_error(m); }
int parse(const std::string &s) { if (s.empty()) fail("empty"); int n = 0; for (char c : s) { if (c < '0' || c > '9') fail("digit"); n = n * 10 + c - '0'; } return n; }
extern "C" __attribute__((alias("realName"))) int aliasName(int);
extern "C" int realName(int x) { return x ^ 5; }
extern "C" __attribute__((weak)) int weakName(int x) { return x + 9; }
__attribute__((section("other"))) int inOther(int x) { return x * x * 7; }
int main(int argc, char **argv) {
  std::map<std::string, int> m;
  for (int i = 0; i < argc; i++) try { m[argv[i]] = parse(argv[i]); } catch (std::exception &e) { puts(e.what()); }
  std::vector<std::string> names; for (auto &p : m) names.push_back(p.first);
  std::sort(names.begin(), names.end(), [](auto &a, auto &b) { return a.size() < b.size(); });
  std::vector<int> v{1, 2, 3}; std::vector<double> d{1, 2};
  std::function<int(int)> f = [&](int x) { return x + (int)names.size(); };
  std::unique_ptr<Base> p(argc > 1 ? (Base *)new Both : new Left);
  std::thread t([&] { printf("%d\n", f(3)); }); t.join();
  return sum(v) + (int)sum(d) + p->f(argc) + table[argc & 1](argc) + aliasName(argc) + weakName(2) + inOther(argc);
}
