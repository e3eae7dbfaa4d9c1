import type { CommandWorld } from "../../src/guest/GuestWorld.ts"
import { fromC } from "./compiled.ts"
import { bytes, ranIn } from "./world.ts"

/** A step for the puppet, with paths from its open folder. */
export type Step =
  | { readonly does: "mkdir" | "rmdir" | "unlink" | "read" | "readlink" | "list" | "stat"; readonly path: string }
  | { readonly does: "rename" | "link"; readonly path: string; readonly to: string }
  | { readonly does: "symlink"; readonly path: string; readonly to: string }
  | { readonly does: "write" | "append"; readonly path: string; readonly text: string }
  | { readonly does: "truncate"; readonly path: string; readonly size: number }

/** The outcome of a step: the name of an error, or the step's result. */
export type Outcome = string

/** Makes a program that reads steps from its standard input, runs them, and prints the outcomes. */
export const makePuppet = () => {
  const module = fromC(source)
  return (steps: ReadonlyArray<Step>, world: Partial<CommandWorld>) => {
    const ran = ranIn(module, { ...world, stdin: bytes(steps.map(lineOf).join("")) })
    const outcomes = ran.stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => {
        const [number = "", told = ""] = line.split("\t")
        return number === "0" ? told : (errorNames[number] ?? `error ${number}`)
      })
    return { ...ran, outcomes }
  }
}

const lineOf = (step: Step): string => {
  const second = "to" in step ? step.to : "text" in step ? step.text : "size" in step ? String(step.size) : ""
  return `${step.does}\t${step.path}\t${second}\n`
}

const errorNames: Readonly<Record<string, string>> = {
  2: "EACCES",
  8: "EBADF",
  10: "EBUSY",
  20: "EEXIST",
  28: "EINVAL",
  31: "EISDIR",
  32: "ELOOP",
  37: "ENAMETOOLONG",
  44: "ENOENT",
  51: "ENOSPC",
  54: "ENOTDIR",
  55: "ENOTEMPTY",
  63: "EPERM",
  69: "EROFS"
}

const source = `
#include <wasi/api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define FOLLOW __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW
static char told[65536];
static unsigned opened(const char *path, int how, __wasi_rights_t rights, int flags, __wasi_fd_t *fd) {
  return __wasi_path_open(3, FOLLOW, path, how, rights, 0, flags, fd);
}
static unsigned put(const char *path, const char *text, int how, int flags) {
  __wasi_fd_t fd; unsigned got = opened(path, how, __WASI_RIGHTS_FD_WRITE, flags, &fd); if (got) return got;
  __wasi_ciovec_t v = { (const uint8_t *)text, strlen(text) }; __wasi_size_t n; got = __wasi_fd_write(fd, &v, 1, &n);
  if (__wasi_fd_close(fd)) abort();
  return got;
}
static unsigned get(const char *path) {
  __wasi_fd_t fd; unsigned got = opened(path, 0, __WASI_RIGHTS_FD_READ, 0, &fd); if (got) return got;
  __wasi_iovec_t v = { (uint8_t *)told, sizeof told - 1 }; __wasi_size_t n = 0; got = __wasi_fd_read(fd, &v, 1, &n); told[got ? 0 : n] = 0;
  if (__wasi_fd_close(fd)) abort();
  return got;
}
static unsigned cut(const char *path, long size) {
  __wasi_fd_t fd; unsigned got = opened(path, 0, __WASI_RIGHTS_FD_WRITE | __WASI_RIGHTS_FD_FILESTAT_SET_SIZE, 0, &fd); if (got) return got;
  got = __wasi_fd_filestat_set_size(fd, size); if (__wasi_fd_close(fd)) abort();
  return got;
}
static unsigned list(const char *path) {
  static uint8_t buffer[65536]; __wasi_fd_t fd; __wasi_size_t n;
  unsigned got = opened(path, __WASI_OFLAGS_DIRECTORY, __WASI_RIGHTS_FD_READDIR, 0, &fd); if (got) return got;
  got = __wasi_fd_readdir(fd, buffer, sizeof buffer, 2, &n); if (__wasi_fd_close(fd)) abort();
  for (unsigned at = 0; !got && at < n;) {
    __wasi_dirent_t entry; memcpy(&entry, buffer + at, sizeof entry); at += sizeof entry;
    strncat(told, (char *)buffer + at, entry.d_namlen); strcat(told, " "); at += entry.d_namlen;
  }
  return got;
}
static unsigned status(const char *path) {
  __wasi_filestat_t st; unsigned got = __wasi_path_filestat_get(3, 0, path, &st);
  if (!got && st.filetype == 3) strcpy(told, "folder");
  else if (!got) sprintf(told, "%s %llu %llu", st.filetype == 7 ? "link" : "file", st.size, st.nlink);
  return got;
}
static unsigned target(const char *path) {
  __wasi_size_t n; unsigned got = __wasi_path_readlink(3, path, (uint8_t *)told, sizeof told - 1, &n); told[got ? 0 : n] = 0; return got;
}
int main(void) {
  static char line[9000];
  while (fgets(line, sizeof line, stdin)) {
    char *path = strchr(line, '\\t') + 1, *second = strchr(path, '\\t') + 1; path[-1] = second[-1] = 0; second[strlen(second) - 1] = 0; told[0] = 0;
    unsigned got = 999;
    if (!strcmp(line, "mkdir")) got = __wasi_path_create_directory(3, path);
    if (!strcmp(line, "rmdir")) got = __wasi_path_remove_directory(3, path);
    if (!strcmp(line, "unlink")) got = __wasi_path_unlink_file(3, path);
    if (!strcmp(line, "rename")) got = __wasi_path_rename(3, path, 3, second);
    if (!strcmp(line, "link")) got = __wasi_path_link(3, 0, path, 3, second);
    if (!strcmp(line, "symlink")) got = __wasi_path_symlink(second, 3, path);
    if (!strcmp(line, "write")) got = put(path, second, __WASI_OFLAGS_CREAT | __WASI_OFLAGS_TRUNC, 0);
    if (!strcmp(line, "append")) got = put(path, second, 0, __WASI_FDFLAGS_APPEND);
    if (!strcmp(line, "truncate")) got = cut(path, atol(second));
    if (!strcmp(line, "read")) got = get(path);
    if (!strcmp(line, "readlink")) got = target(path);
    if (!strcmp(line, "list")) got = list(path);
    if (!strcmp(line, "stat")) got = status(path);
    printf("%u\\t%s\\n", got, told);
  }
  return 0;
}`
