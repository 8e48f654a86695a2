#ifndef DIAGNOSE_CHILDPROCESS_H
#define DIAGNOSE_CHILDPROCESS_H

#ifdef __linux__

/// Starts a program that is killed (SIGKILL) when the calling thread ends, and therefore also when this process is
/// killed. Returns 0, or the number of the error.
///
/// `words` and `variables` end with NULL; the program is the first word, and is searched for in the PATH of this process
/// if it contains no slash. It gets the descriptors of `files` as 0, 1 and so on, and no other that is marked as
/// close-on-exec; the descriptors themselves must be at least `count`. No signal is blocked in the program, and those of
/// `defaulted`, a `sigset_t`, have their default action. If `leads` is not 0, the program leads a new process group. The
/// header includes no other, so that this module does not become the one that defines the types of signals.
int diagnose_start_bound(int *child, char *const *words, char *const *variables, const int *files, int count,
                         const void *defaulted, int leads);

#endif

#endif
