#define _GNU_SOURCE
#include "childprocess.h"

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// Between fork and exec, the child of a process with several threads may call async-signal-safe functions only
// (fork(2), signal-safety(7)), which Swift cannot guarantee.

/// Executes the program with a path from PATH. Returns the number of the error, like posix_spawnp(3): unlike execvp(3), a
/// file that is no program is an error, and not run by a shell.
static int execute(char *const *words, char *const *variables, const char *path) {
  const char *program = words[0];
  if (*program == 0) return ENOENT;
  if (strchr(program, '/')) {
    execve(program, words, variables);
    return errno;
  }
  int failure = ENOENT;
  char full[PATH_MAX];
  size_t length = strlen(program);
  for (const char *start = path; start; ) {
    const char *end = strchrnul(start, ':');
    size_t folder = (size_t)(end - start);
    if (folder + 1 + length < sizeof full) {
      memcpy(full, start, folder);
      // An empty folder is the working directory.
      if (folder > 0) full[folder++] = '/';
      memcpy(full + folder, program, length + 1);
      execve(full, words, variables);
      if (errno == EACCES) failure = EACCES;
      else if (errno != ENOENT && errno != ENOTDIR && errno != ESTALE && errno != ENODEV && errno != ETIMEDOUT)
        return errno;
    }
    start = *end ? end + 1 : NULL;
  }
  return failure;
}

int diagnose_start_bound(int *child, char *const *words, char *const *variables, const int *files, int count,
                         const void *defaulted, int leads) {
  const char *path = getenv("PATH");
  if (!path) path = "/bin:/usr/bin";
  int result[2];
  if (pipe2(result, O_CLOEXEC) != 0) return errno;
  // A handler of this process must not run in the child.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t parent = getpid();
  pid_t id = fork();
  int failure = errno;
  if (id == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The parent may have ended before the call above; then the signal will never arrive.
    if (getppid() != parent) _exit(128 + SIGKILL);
    failure = leads && setpgid(0, 0) != 0 ? errno : 0;
    // The pipe must not be overwritten by a descriptor of the program.
    int report = fcntl(result[1], F_DUPFD_CLOEXEC, count);
    if (report < 0) _exit(127);
    for (int index = 0; index < count && failure == 0; index++)
      if (dup2(files[index], index) < 0) failure = errno;
    for (int number = 1; number < NSIG; number++)
      if (sigismember(defaulted, number) == 1) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    if (failure == 0) {
      // Handlers of this process would still be called between these two calls.
      for (int number = 1; number < NSIG; number++) {
        struct sigaction action;
        if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN && action.sa_handler != SIG_DFL)
          signal(number, SIG_DFL);
      }
      sigprocmask(SIG_SETMASK, &none, NULL);
      failure = execute(words, variables, path);
    }
    ssize_t written = write(report, &failure, sizeof failure);
    (void)written;
    _exit(127);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(result[1]);
  if (id < 0) {
    close(result[0]);
    return failure;
  }
  int error = 0;
  ssize_t got;
  do got = read(result[0], &error, sizeof error);
  while (got < 0 && errno == EINTR);
  close(result[0]);
  if (got == sizeof error) {
    int status;
    while (waitpid(id, &status, 0) < 0 && errno == EINTR) {}
    return error;
  }
  *child = id;
  return 0;
}

#endif
