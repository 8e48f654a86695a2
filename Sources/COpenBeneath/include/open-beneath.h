#ifndef DIAGNOSE_OPEN_BENEATH_H
#define DIAGNOSE_OPEN_BENEATH_H

/// Opens `path` below the open folder `folder` without following a link and without leaving the folder (openat2(2) with
/// RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS).
///
/// Returns a descriptor, or -1 with `errno`: ENOSYS where the system has no such call.
int diagnose_open_beneath(int folder, const char *path, int flags);

#endif
