// The declarations of macOS that Sources/Platform uses, and no others, so that its branches for macOS can be type-checked
// on Linux (scripts/check-darwin). Nothing here is compiled into a program.
//
// Written from the manual pages of macOS (sections 2 and 3) and, for types and constants, from the headers of the open
// sources: apple-oss-distributions/xnu (bsd/sys, libsyscall/wrappers) and apple-oss-distributions/Libc (include). 64-bit.

typedef unsigned long size_t;
typedef long ssize_t;
typedef long time_t;
typedef long long off_t;          // sys/_types.h: __int64_t
typedef int pid_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned short mode_t;    // sys/_types.h: __uint16_t
typedef unsigned short nlink_t;
typedef int dev_t;
typedef unsigned long long ino_t;

// errno(2), sys/errno.h
int *__error(void);
char *strerror(int errnum);
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define ENXIO 6
#define E2BIG 7
#define ENOEXEC 8
#define EBADF 9
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENFILE 23
#define EMFILE 24
#define EFBIG 27
#define ENOSPC 28
#define EROFS 30
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ECONNABORTED 53
#define ECONNRESET 54
#define ENOBUFS 55
#define ELOOP 62
#define EXDEV 18
#define ENAMETOOLONG 63
#define EDQUOT 69

// time.h, sys/time.h
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct timeval {
  time_t tv_sec;
  int tv_usec;
};
typedef enum { _CLOCK_REALTIME = 0, _CLOCK_MONOTONIC = 6 } clockid_t;
#define CLOCK_MONOTONIC _CLOCK_MONOTONIC
int clock_gettime(clockid_t clock, struct timespec *tp);
time_t time(time_t *tloc);
int utimes(const char *path, const struct timeval *times);

// stat(2), sys/stat.h: the struct with 64-bit inodes
struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec;
  struct timespec st_mtimespec;
  struct timespec st_ctimespec;
  struct timespec st_birthtimespec;
  off_t st_size;
  long long st_blocks;
  int st_blksize;
  unsigned int st_flags;
  unsigned int st_gen;
  int st_lspare;
  long long st_qspare[2];
};
int stat(const char *path, struct stat *buf);
int lstat(const char *path, struct stat *buf);
int fstat(int fd, struct stat *buf);
int fstatat(int fd, const char *path, struct stat *buf, int flag);
int mkdir(const char *path, mode_t mode);
int mkdirat(int fd, const char *path, mode_t mode);

// statfs(2), sys/mount.h
typedef struct fsid {
  int val[2];
} fsid_t;
struct statfs {
  unsigned int f_bsize;
  int f_iosize;
  unsigned long long f_blocks;
  unsigned long long f_bfree;
  unsigned long long f_bavail;
  unsigned long long f_files;
  unsigned long long f_ffree;
  fsid_t f_fsid;
  uid_t f_owner;
  unsigned int f_type;
  unsigned int f_flags;
  unsigned int f_fssubtype;
  char f_fstypename[16];
  char f_mntonname[1024];
  char f_mntfromname[1024];
  unsigned int f_flags_ext;
  unsigned int f_reserved[7];
};
#define MNT_LOCAL 0x00001000
int statfs(const char *path, struct statfs *buf);

// open(2), fcntl(2), sys/fcntl.h. `open`, `openat` and `fcntl` are variadic and come from the overlay.
#define O_ACCMODE 0x0003
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_EXCL 0x00000800
#define O_EVTONLY 0x00008000
#define O_NOCTTY 0x00020000
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define FD_CLOEXEC 1
#define F_DUPFD_CLOEXEC 67
#define AT_SYMLINK_NOFOLLOW 0x0020
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define LOCK_UN 0x08
int flock(int fd, int operation);

// unistd.h, stdlib.h, stdio.h, string.h
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define F_OK 0
#define SEEK_SET 0
#define _SC_PAGESIZE 29
ssize_t read(int fd, void *buf, size_t nbyte);
ssize_t pread(int fd, void *buf, size_t nbyte, off_t offset);
ssize_t write(int fd, const void *buf, size_t nbyte);
ssize_t pwrite(int fd, const void *buf, size_t nbyte, off_t offset);
off_t lseek(int fd, off_t offset, int whence);
int close(int fd);
int fsync(int fd);
int pipe(int fds[2]);
int access(const char *path, int mode);
int unlink(const char *path);
int unlinkat(int fd, const char *path, int flag);
int rename(const char *from, const char *to);
int renameat(int fromfd, const char *from, int tofd, const char *to);
int mkstemp(char *template);
char *realpath(const char *path, char *resolved);
int isatty(int fd);
pid_t tcgetpgrp(int fd);
pid_t getpgrp(void);
pid_t getpid(void);
uid_t geteuid(void);
long sysconf(int name);
void _exit(int status) __attribute__((noreturn));
void free(void *ptr);
size_t strlen(const char *s);
char *strdup(const char *s);
void *memchr(const void *s, int c, size_t n);
int memcmp(const void *s1, const void *s2, size_t n);

// math.h
double exp(double x);
double expm1(double x);
double log(double x);
double log1p(double x);

// dirent.h: the struct with 64-bit inodes
struct dirent {
  unsigned long long d_ino;
  unsigned long long d_seekoff;
  unsigned short d_reclen;
  unsigned short d_namlen;
  unsigned char d_type;
  char d_name[1024];
};
#define DT_UNKNOWN 0
#define DT_DIR 4
#define DT_REG 8
#define DT_LNK 10
typedef struct {
  int __dd_fd;
  long __dd_loc;
  long __dd_size;
  char *__dd_buf;
  int __dd_len;
  long __dd_seek;
} DIR;
DIR *fdopendir(int fd);
struct dirent *readdir(DIR *dirp);
int closedir(DIR *dirp);

// poll(2)
struct pollfd {
  int fd;
  short events;
  short revents;
};
typedef unsigned int nfds_t;
#define POLLIN 0x0001
#define POLLOUT 0x0004
int poll(struct pollfd *fds, nfds_t nfds, int timeout);

// tty(4), sys/ttycom.h. `ioctl` is variadic and comes from the overlay.
struct winsize {
  unsigned short ws_row;
  unsigned short ws_col;
  unsigned short ws_xpixel;
  unsigned short ws_ypixel;
};

// sigaction(2), sys/signal.h
typedef unsigned int sigset_t;
union sigval {
  int sival_int;
  void *sival_ptr;
};
typedef struct __siginfo {
  int si_signo;
  int si_errno;
  int si_code;
  pid_t si_pid;
  uid_t si_uid;
  int si_status;
  void *si_addr;
  union sigval si_value;
  long si_band;
  unsigned long __pad[7];
} siginfo_t;
union __sigaction_u {
  void (*__sa_handler)(int);
  void (*__sa_sigaction)(int, struct __siginfo *, void *);
};
struct sigaction {
  union __sigaction_u __sigaction_u;
  sigset_t sa_mask;
  int sa_flags;
};
typedef void (*sig_t)(int);
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGEMT 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGBUS 10
#define SIGSEGV 11
#define SIGSYS 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGURG 16
#define SIGSTOP 17
#define SIGTSTP 18
#define SIGCONT 19
#define SIGCHLD 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGIO 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGINFO 29
#define SIGUSR1 30
#define SIGUSR2 31
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SA_ONSTACK 0x0001
#define SA_SIGINFO 0x0040
int sigaction(int sig, const struct sigaction *restrict act, struct sigaction *restrict oact);
void (*signal(int sig, void (*func)(int)))(int);
int sigemptyset(sigset_t *set);
int sigaddset(sigset_t *set, int signo);
int sigwait(const sigset_t *restrict set, int *restrict sig);
typedef struct {
  long __sig;
  char __opaque[56];
} pthread_mutex_t;
typedef struct {
  long __sig;
  char __opaque[40];
} pthread_cond_t;
typedef struct {
  long __sig;
  char __opaque[8];
} pthread_mutexattr_t, pthread_condattr_t;
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes);
int pthread_cond_destroy(pthread_cond_t *condition);
int pthread_cond_broadcast(pthread_cond_t *condition);
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int pthread_cond_timedwait_relative_np(
    pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *interval);
typedef struct _opaque_pthread_t *pthread_t;
typedef struct {
  long __sig;
  char __opaque[56];
} pthread_attr_t;
#define PTHREAD_CREATE_DETACHED 2
int pthread_attr_init(pthread_attr_t *attributes);
int pthread_attr_destroy(pthread_attr_t *attributes);
int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state);
int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size);
int pthread_create(
    pthread_t _Nullable *_Nonnull thread, const pthread_attr_t *_Nullable attributes,
    void *_Nullable (*_Nonnull start)(void *_Nonnull), void *_Nullable argument);
int pthread_sigmask(int how, const sigset_t *set, sigset_t *oset);
int raise(int sig);
int kill(pid_t pid, int sig);

// wait(2), posix_spawn(2), spawn.h, sys/spawn.h
#define WNOHANG 0x00000001
#define WEXITED 0x00000004
#define WNOWAIT 0x00000020
pid_t waitpid(pid_t pid, int *stat_loc, int options);
typedef unsigned int id_t;
typedef enum { P_ALL, P_PID, P_PGID } idtype_t;
int waitid(idtype_t idtype, id_t id, siginfo_t *infop, int options);
// crt_externs.h, dyld(3)
char ***_NSGetEnviron(void);
int _NSGetExecutablePath(char *buf, unsigned int *bufsize);
typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;
#define POSIX_SPAWN_SETSIGDEF 0x0004
#define POSIX_SPAWN_SETPGROUP 0x0002
#define POSIX_SPAWN_SETSIGMASK 0x0008
int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *restrict attributes, char *const argv[], char *const envp[]);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *restrict actions, int fd, const char *restrict path,
                                     int oflag, mode_t mode);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int fd, int newfd);
int posix_spawnattr_init(posix_spawnattr_t *attributes);
int posix_spawnattr_destroy(posix_spawnattr_t *attributes);
int posix_spawnattr_setflags(posix_spawnattr_t *attributes, short flags);
int posix_spawnattr_setpgroup(posix_spawnattr_t *attributes, pid_t pgroup);
int posix_spawnattr_setsigmask(posix_spawnattr_t *restrict attributes, const sigset_t *restrict mask);
int posix_spawnattr_setsigdefault(posix_spawnattr_t *restrict attributes, const sigset_t *restrict mask);

// mmap(2), sys/mman.h. `MAP_FAILED` comes from the overlay.
#define PROT_READ 0x01
#define MAP_PRIVATE 0x0002
#define MAP_FIXED 0x0010
#define MAP_ANON 0x1000
void *mmap(void *addr, size_t len, int prot, int flags, int fd, off_t offset);
int munmap(void *addr, size_t len);

// kqueue(2), sys/event.h
struct kevent {
  unsigned long ident;
  short filter;
  unsigned short flags;
  unsigned int fflags;
  long data;
  void *udata;
};
#define EVFILT_VNODE (-4)
#define EV_ADD 0x0001
#define EV_CLEAR 0x0020
#define NOTE_DELETE 0x00000001
#define NOTE_WRITE 0x00000002
#define NOTE_EXTEND 0x00000004
#define NOTE_RENAME 0x00000020
int kqueue(void);
int kevent(int kq, const struct kevent *changelist, int nchanges, struct kevent *eventlist, int nevents,
           const struct timespec *timeout);

// shutdown(2), sys/socket.h
#define SHUT_WR 1
#define SHUT_RDWR 2
int shutdown(int socket, int how);
typedef unsigned int socklen_t;
struct sockaddr {
  unsigned char sa_len;
  unsigned char sa_family;
  char sa_data[14];
};
struct sockaddr_storage {
  unsigned char ss_len;
  unsigned char ss_family;
  char __ss_pad1[6];
  long long __ss_align;
  char __ss_pad2[112];
};
int accept(int socket, struct sockaddr *restrict address, socklen_t *restrict length);

// dlopen(3), dlsym(3)
#define RTLD_NOW 0x2
void *dlopen(const char *path, int mode);
void *dlsym(void *handle, const char *symbol);

// getaddrinfo(3), netdb.h
#define AF_INET 2
#define AF_INET6 30               // sys/socket.h
struct addrinfo {
  int ai_flags;
  int ai_family;
  int ai_socktype;
  int ai_protocol;
  socklen_t ai_addrlen;
  char *ai_canonname;
  struct sockaddr *ai_addr;
  struct addrinfo *ai_next;
};
int getaddrinfo(const char *restrict hostname, const char *restrict servname, const struct addrinfo *restrict hints,
                struct addrinfo **restrict res);
void freeaddrinfo(struct addrinfo *ai);
