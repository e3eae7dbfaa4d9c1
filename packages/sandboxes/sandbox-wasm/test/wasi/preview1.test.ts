import { describe, expect, it } from "vitest"
import { fromC, withoutClang } from "./compiled.ts"
import { bytes, file, folder, ranIn } from "./world.ts"

/**
 * Makes a program that calls preview 1 itself. `gives(call, NUMBER)` reports on standard error which call returned
 * another number. `dir` is the preopened folder.
 */
const program = (body: string) =>
  fromC(`#include <wasi/api.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #define gives(call, number) do { unsigned got = (call); if (got != __WASI_ERRNO_##number) { \\
      fprintf(stderr, "%s: %u, not " #number "\\n", #call, got); exit(1); } } while (0)
    #define works(call) gives(call, SUCCESS)
    #define check(it) do { if (!(it)) { fprintf(stderr, "%s\\n", #it); exit(1); } } while (0)
    #define R(name) __WASI_RIGHTS_##name
    #define O(name) __WASI_OFLAGS_##name
    #define FOLLOW __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW
    typedef __wasi_fd_t fd_t;
    static const fd_t dir = 3;
    __attribute__((unused)) static const __wasi_rights_t all = R(FD_READ) | R(FD_WRITE) | R(FD_SEEK) | R(FD_TELL) | R(FD_FDSTAT_SET_FLAGS)
      | R(FD_FILESTAT_GET) | R(FD_FILESTAT_SET_SIZE) | R(FD_FILESTAT_SET_TIMES) | R(FD_ALLOCATE) | R(FD_ADVISE) | R(FD_SYNC)
      | R(FD_DATASYNC) | R(POLL_FD_READWRITE);
    __attribute__((unused)) static unsigned open_at(fd_t base, int lookup, const char *path, int how, __wasi_rights_t rights, int flags, fd_t *fd) {
      return __wasi_path_open(base, lookup, path, how, rights, 0, flags, fd); }
    __attribute__((unused)) static unsigned try_open(const char *path, int how, int lookup) {
      fd_t fd; unsigned got = open_at(dir, lookup, path, how, 0, 0, &fd);
      if (got == 0 && __wasi_fd_close(fd) != 0) return 999; return got; }
    __attribute__((unused)) static void make(const char *path) { works(try_open(path, O(CREAT), 0)); }
    __attribute__((unused)) static unsigned put(fd_t fd, const char *text) {
      __wasi_ciovec_t v = { (const uint8_t *)text, strlen(text) }; __wasi_size_t n; unsigned got = __wasi_fd_write(fd, &v, 1, &n);
      return got ? got : n == v.buf_len ? 0 : 999; }
    __attribute__((unused)) static unsigned get(fd_t fd, const char *text) {
      char buffer[100]; __wasi_iovec_t v = { (uint8_t *)buffer, sizeof buffer }; __wasi_size_t n; unsigned got = __wasi_fd_read(fd, &v, 1, &n);
      return got ? got : n == strlen(text) && memcmp(buffer, text, n) == 0 ? 0 : 999; }
    int main(void) { fd_t fd; (void)fd; __wasi_filesize_t at; (void)at; __wasi_filestat_t st; (void)st; __wasi_fdstat_t fs; (void)fs;
      ${body} return 0; }`)

const passes = (body: string, given = {}) =>
  expect(ranIn(program(body), given)).toMatchObject({ ended: { kind: "exit", status: 0 }, stderr: "" })

describe.skipIf(withoutClang !== undefined)(`preview 1${withoutClang === undefined ? "" : `: ${withoutClang}`}`, () => {
  it("opens files in every mode and with every flag", () => {
    passes(`
      gives(try_open("file", 0, 0), NOENT);
      works(try_open("file", O(CREAT), 0)); works(try_open("file", O(CREAT), 0));
      gives(try_open("file", O(CREAT) | O(EXCL), 0), EXIST);
      gives(try_open("file", O(DIRECTORY), 0), NOTDIR);
      gives(try_open("new", O(CREAT) | O(DIRECTORY), 0), INVAL);
      gives(try_open("file/", 0, 0), NOTDIR); gives(try_open("file///", 0, 0), NOTDIR); gives(try_open("file/x", O(CREAT), 0), NOTDIR);
      gives(try_open("new/", O(CREAT), 0), ISDIR); gives(try_open("new/x", O(CREAT), 0), NOENT);
      works(__wasi_path_create_directory(dir, "sub")); works(__wasi_path_create_directory(dir, "sub/in/"));
      gives(__wasi_path_create_directory(dir, "sub"), EXIST); gives(__wasi_path_create_directory(dir, "."), EXIST);
      works(try_open("sub", 0, 0)); works(try_open("sub/", 0, 0)); works(try_open("sub///", O(DIRECTORY), 0)); works(try_open(".", 0, 0));
      gives(try_open("sub", O(CREAT), 0), ISDIR); gives(try_open("sub", O(TRUNC), 0), ISDIR); gives(try_open("sub", O(CREAT) | O(EXCL), 0), EXIST);
      works(try_open("sub/.//in/../../sub/in/../in///./../../file", 0, 0));
      gives(try_open("sub/in/../../../ws/file", 0, 0), PERM); gives(try_open("/file", 0, 0), PERM); gives(try_open("..", 0, 0), PERM);
      gives(try_open("", 0, 0), NOENT);
      gives(try_open("file", 16, 0), INVAL); gives(try_open("file", 0, 2), INVAL);
      gives(open_at(dir, 0, "file", 0, 0, 32, &fd), INVAL);
      gives(open_at(dir, 0, ".", O(DIRECTORY), R(FD_READ) | R(FD_WRITE), 0, &fd), ISDIR);
      works(open_at(dir, 0, ".", O(DIRECTORY), R(FD_READ), __WASI_FDFLAGS_NONBLOCK, &fd));
      works(open_at(dir, 0, "file", 0, all, 0, &fd)); gives(open_at(fd, 0, "x", O(CREAT), 0, 0, &fd), NOTDIR);
      gives(open_at(1, 0, "x", O(CREAT), 0, 0, &fd), NOTDIR); gives(open_at(999, 0, "x", 0, 0, 0, &fd), BADF);`)
  })

  it("follows links on request, and stops at loops", () => {
    passes(`
      works(__wasi_path_symlink("target", dir, "link")); gives(__wasi_path_symlink("target", dir, "link"), EXIST);
      gives(try_open("link", 0, 0), LOOP); gives(try_open("link", O(DIRECTORY), 0), NOTDIR); gives(try_open("link", 0, FOLLOW), NOENT);
      gives(try_open("link", O(CREAT) | O(EXCL), FOLLOW), EXIST);
      works(try_open("link", O(CREAT), FOLLOW)); works(try_open("target", 0, 0)); works(try_open("link", 0, FOLLOW));
      gives(try_open("link", O(DIRECTORY), FOLLOW), NOTDIR); gives(try_open("link/", 0, 0), NOTDIR);
      works(__wasi_path_unlink_file(dir, "target")); works(__wasi_path_create_directory(dir, "target"));
      works(try_open("link", O(DIRECTORY), FOLLOW)); gives(try_open("link", O(DIRECTORY), 0), NOTDIR); works(try_open("link/", 0, 0));
      works(__wasi_path_create_directory(dir, "link/made")); works(__wasi_path_remove_directory(dir, "target/made"));
      gives(__wasi_path_remove_directory(dir, "link"), NOTDIR); gives(__wasi_path_remove_directory(dir, "link/"), NOTDIR);
      gives(__wasi_path_unlink_file(dir, "link/"), NOTDIR);
      works(__wasi_path_symlink("self", dir, "self")); gives(try_open("self", 0, 0), LOOP); gives(try_open("self", 0, FOLLOW), LOOP);
      gives(try_open("self/x", 0, 0), LOOP); gives(try_open("self", O(CREAT), FOLLOW), LOOP);
      make("end"); works(__wasi_path_symlink("end", dir, "l0")); char name[8], to[8];
      for (int i = 1; i <= 40; i++) { sprintf(name, "l%d", i); sprintf(to, "l%d", i - 1); works(__wasi_path_symlink(to, dir, name)); }
      works(__wasi_path_symlink("end/", dir, "slashed")); gives(try_open("slashed", 0, FOLLOW), NOTDIR);
      works(try_open("l39", 0, FOLLOW)); gives(try_open("l40", 0, FOLLOW), LOOP);
      gives(__wasi_path_symlink("/", dir, "root"), PERM); gives(__wasi_path_symlink("", dir, "empty"), NOENT);
      uint8_t target[10] = "..........", small[4]; __wasi_size_t n;
      works(__wasi_path_readlink(dir, "link", target, 10, &n)); check(n == 6 && memcmp(target, "target....", 10) == 0);
      works(__wasi_path_readlink(dir, "link", small, 4, &n)); check(n == 4 && memcmp(small, "targ", 4) == 0);
      gives(__wasi_path_readlink(dir, "end", target, 10, &n), INVAL); gives(__wasi_path_readlink(dir, "none", target, 10, &n), NOENT);`)
  })

  it("treats a final slash as a folder", () => {
    passes(`
      make("file"); works(__wasi_path_create_directory(dir, "sub"));
      gives(__wasi_path_unlink_file(dir, "sub"), ISDIR); gives(__wasi_path_unlink_file(dir, "sub/"), ISDIR); gives(__wasi_path_unlink_file(dir, "."), ISDIR);
      gives(__wasi_path_unlink_file(dir, "file/"), NOTDIR); gives(__wasi_path_unlink_file(dir, "none"), NOENT);
      gives(__wasi_path_remove_directory(dir, "file"), NOTDIR); gives(__wasi_path_remove_directory(dir, "file/"), NOTDIR);
      gives(__wasi_path_symlink("x", dir, "new/"), NOENT); gives(__wasi_path_symlink("x", dir, "sub/"), EXIST);
      gives(__wasi_path_symlink("x", dir, "file/"), NOTDIR); gives(__wasi_path_symlink("x", dir, "file"), EXIST);
      gives(__wasi_path_link(dir, 0, "file", dir, "new/"), NOENT); gives(__wasi_path_link(dir, 0, "file/", dir, "new"), NOTDIR);
      works(__wasi_path_rename(dir, "sub/", dir, "moved")); works(__wasi_path_rename(dir, "moved", dir, "sub/"));
      works(__wasi_path_rename(dir, "sub/", dir, "moved/")); gives(__wasi_path_rename(dir, "file", dir, "new/"), NOTDIR);
      gives(__wasi_path_rename(dir, "file/", dir, "new"), NOTDIR);
      works(__wasi_path_remove_directory(dir, "moved/"));
      gives(__wasi_path_remove_directory(dir, "."), INVAL); gives(__wasi_path_remove_directory(dir, ".."), PERM);`)
  })

  it("renames over an existing entry, as POSIX defines it", () => {
    passes(`
      works(__wasi_path_create_directory(dir, "a")); works(__wasi_path_create_directory(dir, "b")); make("b/file"); make("file");
      gives(__wasi_path_rename(dir, "a", dir, "b"), NOTEMPTY); gives(__wasi_path_rename(dir, "a", dir, "file"), NOTDIR);
      gives(__wasi_path_rename(dir, "file", dir, "a"), ISDIR); gives(__wasi_path_rename(dir, "none", dir, "a"), NOENT);
      gives(__wasi_path_rename(dir, "b", dir, "b/in"), INVAL); gives(__wasi_path_rename(dir, "b/file", dir, "b"), NOTEMPTY);
      gives(__wasi_path_rename(dir, ".", dir, "c"), BUSY); gives(__wasi_path_rename(dir, "a", dir, "b/."), BUSY);
      works(__wasi_path_rename(dir, "a", dir, "a")); works(__wasi_path_rename(dir, "b", dir, "a")); works(try_open("a/file", 0, 0));
      works(__wasi_path_link(dir, 0, "file", dir, "same")); works(__wasi_path_rename(dir, "file", dir, "same"));
      works(try_open("file", 0, 0)); works(try_open("same", 0, 0));
      works(__wasi_path_rename(dir, "file", dir, "a/file")); gives(try_open("file", 0, 0), NOENT);
      gives(__wasi_path_remove_directory(dir, "a"), NOTEMPTY);`)
  })

  it("gives a file additional names", () => {
    passes(`
      make("file"); works(__wasi_path_link(dir, 0, "file", dir, "link"));
      __wasi_filestat_t other; works(__wasi_path_filestat_get(dir, 0, "file", &st)); works(__wasi_path_filestat_get(dir, 0, "link", &other));
      check(memcmp(&st, &other, sizeof st) == 0 && st.nlink == 2 && st.filetype == __WASI_FILETYPE_REGULAR_FILE);
      gives(__wasi_path_link(dir, 0, "file", dir, "file"), EXIST); gives(__wasi_path_link(dir, 0, "none", dir, "new"), NOENT);
      works(__wasi_path_create_directory(dir, "sub")); gives(__wasi_path_link(dir, 0, "sub", dir, "new"), PERM);
      gives(__wasi_path_link(dir, 0, "file", dir, "sub"), EXIST);
      works(__wasi_path_symlink("nowhere", dir, "dangling")); works(__wasi_path_link(dir, 0, "dangling", dir, "second"));
      gives(__wasi_path_link(dir, FOLLOW, "dangling", dir, "third"), NOENT); gives(__wasi_path_link(dir, 0, "file", dir, "dangling"), EXIST);
      works(__wasi_path_filestat_get(dir, 0, "second", &st)); check(st.filetype == __WASI_FILETYPE_SYMBOLIC_LINK && st.size == 7);
      works(__wasi_path_unlink_file(dir, "file")); works(__wasi_path_filestat_get(dir, 0, "link", &st)); check(st.nlink == 1);`)
  })

  it("enforces a descriptor's rights", () => {
    passes(`
      works(open_at(dir, 0, "file", O(CREAT), R(FD_READ), 0, &fd)); gives(put(fd, "x"), BADF); works(get(fd, ""));
      gives(__wasi_fd_seek(fd, 0, __WASI_WHENCE_SET, &at), NOTCAPABLE); gives(__wasi_fd_filestat_get(fd, &st), NOTCAPABLE);
      gives(__wasi_fd_fdstat_set_rights(fd, R(FD_READ) | R(FD_WRITE), 0), NOTCAPABLE);
      works(__wasi_fd_fdstat_set_rights(fd, 0, 0)); gives(get(fd, ""), BADF);
      works(open_at(dir, 0, "file", 0, R(FD_WRITE), 0, &fd)); gives(get(fd, ""), BADF); works(put(fd, "x"));
      works(open_at(dir, 0, "file", 0, all | R(PATH_OPEN) | (1ull << 63), 0, &fd)); works(__wasi_fd_fdstat_get(fd, &fs));
      check(fs.fs_rights_base == all && fs.fs_rights_inheriting == 0 && fs.fs_filetype == __WASI_FILETYPE_REGULAR_FILE);
      works(__wasi_fd_fdstat_get(dir, &fs)); check(fs.fs_filetype == __WASI_FILETYPE_DIRECTORY && !(fs.fs_rights_base & (R(FD_SEEK) | R(FD_WRITE) | R(FD_FILESTAT_SET_SIZE))));
      fd_t again; works(__wasi_path_open(dir, 0, ".", 0, fs.fs_rights_base, fs.fs_rights_inheriting, 0, &again));
      works(__wasi_fd_fdstat_set_rights(again, fs.fs_rights_base & ~R(PATH_FILESTAT_SET_SIZE), fs.fs_rights_inheriting & ~R(FD_WRITE)));
      gives(open_at(again, 0, "file", O(TRUNC), 0, 0, &fd), PERM); gives(open_at(again, 0, "file", 0, R(FD_WRITE), 0, &fd), NOTCAPABLE);
      works(open_at(again, 0, "file", 0, R(FD_READ), 0, &fd)); works(get(fd, "x"));
      works(__wasi_fd_fdstat_set_rights(again, 0, 0)); gives(open_at(again, 0, "file", 0, 0, 0, &fd), NOTCAPABLE);
      gives(__wasi_path_unlink_file(again, "file"), NOTCAPABLE); gives(__wasi_path_create_directory(again, "d"), NOTCAPABLE);
      works(open_at(dir, 0, "file", O(TRUNC), 0, 0, &fd)); works(__wasi_path_filestat_get(dir, 0, "file", &st)); check(st.size == 0);`)
  })

  it("does not treat a folder as a file", () => {
    passes(`
      uint8_t buffer[8]; __wasi_iovec_t v = { buffer, 8 }; __wasi_ciovec_t c = { buffer, 8 }; __wasi_size_t n;
      gives(__wasi_fd_read(dir, &v, 1, &n), BADF); gives(__wasi_fd_pread(dir, &v, 1, 0, &n), BADF);
      gives(__wasi_fd_write(dir, &c, 1, &n), BADF); gives(__wasi_fd_pwrite(dir, &c, 1, 0, &n), BADF);
      for (int whence = 0; whence < 3; whence++) gives(__wasi_fd_seek(dir, 0, whence, &at), BADF);
      gives(__wasi_fd_tell(dir, &at), BADF); gives(__wasi_fd_allocate(dir, 0, 0), BADF); gives(__wasi_fd_filestat_set_size(dir, 0), BADF);
      gives(__wasi_fd_advise(dir, 0, 0, 0), BADF); works(__wasi_fd_sync(dir));
      works(open_at(dir, 0, ".", O(DIRECTORY), R(FD_SEEK), 0, &fd)); gives(__wasi_fd_seek(fd, 0, __WASI_WHENCE_CUR, &at), BADF);
      works(__wasi_fd_fdstat_get(fd, &fs)); check(fs.fs_rights_base == 0);`)
  })

  it("reads, writes, appends, seeks, truncates and allocates", () => {
    passes(`
      __wasi_size_t n; uint8_t buffer[4]; __wasi_iovec_t v = { buffer, 4 }; __wasi_ciovec_t two[2] = {{ (uint8_t *)"01", 2 }, { (uint8_t *)"23", 2 }};
      works(open_at(dir, 0, "file", O(CREAT), all, 0, &fd));
      works(__wasi_fd_pwrite(fd, two, 2, 0, &n)); check(n == 4); works(__wasi_fd_tell(fd, &at)); check(at == 0);
      works(__wasi_fd_pread(fd, &v, 1, 2, &n)); check(n == 2 && memcmp(buffer, "23", 2) == 0); works(__wasi_fd_pread(fd, &v, 1, 1ull << 40, &n)); check(n == 0);
      gives(__wasi_fd_pread(fd, &v, 1, ~0ull, &n), INVAL); gives(__wasi_fd_pwrite(fd, two, 2, ~0ull, &n), INVAL); gives(__wasi_fd_pwrite(fd, two, 2, 1ull << 60, &n), FBIG);
      works(get(fd, "0123")); works(__wasi_fd_seek(fd, -2, __WASI_WHENCE_CUR, &at)); check(at == 2); works(get(fd, "23"));
      works(__wasi_fd_seek(fd, 1000, __WASI_WHENCE_END, &at)); check(at == 1004); works(get(fd, ""));
      gives(__wasi_fd_seek(fd, -2000, __WASI_WHENCE_CUR, &at), INVAL); gives(__wasi_fd_seek(fd, 0, 3, &at), INVAL);
      gives(__wasi_fd_seek(fd, 1ll << 62, __WASI_WHENCE_SET, &at), OVERFLOW); works(__wasi_fd_tell(fd, &at)); check(at == 1004);
      works(__wasi_fd_seek(fd, 6, __WASI_WHENCE_SET, &at)); works(put(fd, "x")); works(__wasi_fd_filestat_get(fd, &st)); check(st.size == 7);
      works(__wasi_fd_pread(fd, &v, 1, 3, &n)); check(n == 4 && memcmp(buffer, "3\\0\\0x", 4) == 0);
      works(__wasi_fd_filestat_set_size(fd, 2)); works(__wasi_fd_filestat_set_size(fd, 5)); works(__wasi_fd_pread(fd, &v, 1, 1, &n)); check(n == 4 && memcmp(buffer, "1\\0\\0\\0", 4) == 0);
      works(__wasi_fd_allocate(fd, 0, 3)); works(__wasi_fd_filestat_get(fd, &st)); check(st.size == 5);
      works(__wasi_fd_allocate(fd, 4, 6)); works(__wasi_fd_filestat_get(fd, &st)); check(st.size == 10); gives(__wasi_fd_allocate(fd, 0, 0), INVAL);
      gives(__wasi_fd_allocate(fd, 1ull << 50, 1), NOSPC); gives(__wasi_fd_filestat_set_size(fd, 1ull << 50), NOSPC);
      works(__wasi_fd_advise(fd, 1, 2, __WASI_ADVICE_WILLNEED)); gives(__wasi_fd_advise(fd, 1, 2, 6), INVAL); gives(__wasi_fd_advise(fd, ~0ull, 2, 0), INVAL);
      works(__wasi_fd_sync(fd)); works(__wasi_fd_datasync(fd));
      fd_t more; works(open_at(dir, 0, "file", O(TRUNC), all, __WASI_FDFLAGS_APPEND | __WASI_FDFLAGS_SYNC, &more)); works(__wasi_fd_fdstat_get(more, &fs));
      check(fs.fs_flags == (__WASI_FDFLAGS_APPEND | __WASI_FDFLAGS_SYNC)); works(put(more, "one")); works(__wasi_fd_seek(more, 0, __WASI_WHENCE_SET, &at)); works(put(more, "two"));
      works(__wasi_fd_tell(more, &at)); check(at == 6); works(__wasi_fd_fdstat_set_flags(more, 0)); works(__wasi_fd_seek(more, 0, __WASI_WHENCE_SET, &at)); works(put(more, "ONE"));
      works(__wasi_fd_seek(fd, 0, __WASI_WHENCE_SET, &at)); works(get(fd, "ONEtwo")); gives(__wasi_fd_fdstat_set_flags(more, 64), INVAL);`)
  })

  it("fills a file that grows again with zeros", () => {
    passes(`
      char text[1000]; memset(text, 'x', 1000); __wasi_ciovec_t v = { (uint8_t *)text, 1000 }; __wasi_iovec_t r = { (uint8_t *)text, 1000 }; __wasi_size_t n;
      works(open_at(dir, 0, "file", O(CREAT), all, 0, &fd)); works(__wasi_fd_write(fd, &v, 1, &n)); check(n == 1000);
      works(__wasi_fd_filestat_set_size(fd, 600)); works(__wasi_fd_filestat_set_size(fd, 1000));
      works(__wasi_fd_pread(fd, &r, 1, 0, &n)); check(n == 1000 && text[599] == 'x'); for (int i = 600; i < 1000; i++) check(text[i] == 0);`)
  })

  it("copies given bytes before it changes them", () => {
    const given = file("/ws/file", "given")
    const guest = program(
      `works(open_at(dir, 0, "file", 0, all, 0, &fd)); works(put(fd, "t")); works(__wasi_fd_seek(fd, 0, 0, &at)); works(get(fd, "tiven"));`
    )
    expect(ranIn(guest, { entries: [folder("/ws"), given] })).toMatchObject({
      ended: { kind: "exit", status: 0 },
      stderr: "",
      changes: [{ kind: "file", path: "/ws/file", bytes: bytes("tiven") }]
    })
    expect(given).toEqual(file("/ws/file", "given"))
  })

  it("keeps an open file that no longer has a name", () => {
    passes(`
      works(open_at(dir, 0, "file", O(CREAT), all, 0, &fd)); works(put(fd, "kept")); works(__wasi_path_unlink_file(dir, "file")); make("file");
      works(__wasi_fd_seek(fd, 0, __WASI_WHENCE_SET, &at)); works(get(fd, "kept")); works(__wasi_fd_filestat_get(fd, &st)); check(st.nlink == 0); works(__wasi_fd_close(fd));
      works(__wasi_path_create_directory(dir, "sub")); works(__wasi_path_open(dir, 0, "sub", O(DIRECTORY), R(PATH_OPEN) | R(PATH_CREATE_FILE) | R(PATH_CREATE_DIRECTORY), all, 0, &fd));
      works(__wasi_path_remove_directory(dir, "sub")); gives(open_at(fd, 0, "x", O(CREAT), 0, 0, &fd), NOENT); gives(__wasi_path_create_directory(fd, "x"), NOENT);
      works(__wasi_path_create_directory(dir, "sub")); gives(open_at(fd, 0, "x", 0, 0, 0, &fd), NOENT); gives(open_at(fd, 0, "..", 0, 0, 0, &fd), PERM);`)
  })

  it("renumbers and closes descriptors, even those that were open from the start", () => {
    passes(`
      fd_t one, two, three; works(open_at(dir, 0, "1", O(CREAT), R(FD_READ), 0, &one)); works(open_at(dir, 0, "2", O(CREAT), all, 0, &two));
      works(__wasi_fd_renumber(one, two)); gives(__wasi_fd_close(one), BADF); works(__wasi_fd_fdstat_get(two, &fs)); check(fs.fs_rights_base == R(FD_READ));
      gives(__wasi_fd_renumber(two, one), BADF); gives(__wasi_fd_renumber(one, two), BADF); works(__wasi_fd_renumber(two, two));
      works(open_at(dir, 0, "1", 0, 0, 0, &three)); check(three == one);
      __wasi_prestat_t pre; works(__wasi_fd_prestat_get(3, &pre)); check(pre.tag == __WASI_PREOPENTYPE_DIR && pre.u.dir.pr_name_len == 4);
      uint8_t name[9] = "........"; works(__wasi_fd_prestat_dir_name(3, name, 8)); check(strcmp((char *)name, "work....") == 0);
      gives(__wasi_fd_prestat_dir_name(3, name, 3), NAMETOOLONG); gives(__wasi_fd_prestat_get(4, &pre), BADF); gives(__wasi_fd_prestat_get(1, &pre), BADF);
      works(__wasi_path_open(3, 0, ".", O(DIRECTORY), R(PATH_OPEN) | R(FD_FILESTAT_GET), 0, 0, &one)); works(__wasi_fd_renumber(one, 3)); gives(__wasi_fd_prestat_get(3, &pre), BADF);
      works(__wasi_fd_filestat_get(3, &st)); works(try_open("1", 0, 0)); works(__wasi_fd_close(3)); gives(__wasi_fd_close(3), BADF); gives(try_open("1", 0, 0), BADF);
      works(__wasi_fd_close(0)); gives(get(0, ""), BADF); works(__wasi_fd_renumber(1, two)); works(put(two, "out")); gives(put(1, "x"), BADF);`)
  })

  it("sets the requested times, and refuses contradictory flags", () => {
    passes(`
      make("file"); works(__wasi_path_symlink("file", dir, "link")); works(__wasi_path_filestat_get(dir, 0, "file", &st)); check(st.mtim > 1000);
      works(__wasi_path_filestat_set_times(dir, 0, "file", 5, st.mtim - 100, __WASI_FSTFLAGS_MTIM)); __wasi_filestat_t now; works(__wasi_path_filestat_get(dir, 0, "file", &now));
      check(now.mtim == st.mtim - 100 && now.atim == st.atim);
      gives(__wasi_path_filestat_set_times(dir, 0, "file", 1, 1, __WASI_FSTFLAGS_MTIM | __WASI_FSTFLAGS_MTIM_NOW), INVAL);
      gives(__wasi_path_filestat_set_times(dir, 0, "file", 1, 1, __WASI_FSTFLAGS_ATIM | __WASI_FSTFLAGS_ATIM_NOW), INVAL);
      gives(__wasi_path_filestat_set_times(dir, 0, "file", 1, 1, 16), INVAL); works(__wasi_path_filestat_get(dir, 0, "file", &now)); check(now.mtim == st.mtim - 100);
      works(__wasi_path_filestat_set_times(dir, 0, "link", 1, 2, __WASI_FSTFLAGS_ATIM | __WASI_FSTFLAGS_MTIM)); works(__wasi_path_filestat_get(dir, 0, "link", &now)); check(now.atim == 1 && now.mtim == 2);
      works(__wasi_path_filestat_get(dir, FOLLOW, "link", &now)); check(now.mtim == st.mtim - 100);
      works(__wasi_path_filestat_set_times(dir, FOLLOW, "link", 0, 7, __WASI_FSTFLAGS_MTIM)); works(__wasi_path_filestat_get(dir, 0, "file", &now)); check(now.mtim == 7);
      works(open_at(dir, 0, "file", 0, all, 0, &fd)); works(__wasi_fd_filestat_set_times(fd, 0, 0, __WASI_FSTFLAGS_MTIM_NOW)); works(__wasi_fd_filestat_get(fd, &now)); check(now.mtim >= st.mtim);
      gives(__wasi_fd_filestat_set_times(fd, 0, 0, 3), INVAL); works(__wasi_fd_filestat_get(1, &now)); check(now.size == 0 && now.mtim == 0);`)
  })

  it("lists a folder from any entry on", () => {
    passes(`
      uint8_t buffer[200]; __wasi_size_t n; __wasi_dirent_t entry;
      works(__wasi_fd_readdir(dir, buffer, 200, 0, &n)); check(n == 24 * 2 + 3); memcpy(&entry, buffer, 24); check(entry.d_namlen == 1 && entry.d_type == __WASI_FILETYPE_DIRECTORY);
      works(__wasi_fd_filestat_get(dir, &st)); check(entry.d_ino == st.ino);
      make("file"); make("other"); works(__wasi_fd_readdir(dir, buffer, 200, 2, &n)); check(n == 24 * 2 + 9); memcpy(&entry, buffer, 24);
      works(__wasi_path_filestat_get(dir, 0, "file", &st)); check(entry.d_ino == st.ino && memcmp(buffer + 24, "file", 4) == 0 && entry.d_type == __WASI_FILETYPE_REGULAR_FILE);
      works(__wasi_path_unlink_file(dir, "file")); works(__wasi_fd_readdir(dir, buffer, 200, entry.d_next, &n)); check(n == 24 + 5 && memcmp(buffer + 24, "other", 5) == 0);
      works(__wasi_fd_readdir(dir, buffer, 200, 2, &n)); check(n == 24 + 5);
      works(__wasi_fd_readdir(dir, buffer, 30, 0, &n)); check(n == 30); works(__wasi_fd_readdir(dir, buffer, 0, 0, &n)); check(n == 0);
      works(__wasi_fd_readdir(dir, buffer, 200, ~0ull, &n)); check(n == 0);
      works(open_at(dir, 0, "other", 0, all, 0, &fd)); gives(__wasi_fd_readdir(fd, buffer, 200, 0, &n), NOTDIR);`)
  })

  it("waits for the earliest clock, and not at all if something is ready", () => {
    passes(
      `
      __wasi_subscription_t in[3]; __wasi_event_t out[3]; __wasi_size_t n; memset(in, 0, sizeof in); __wasi_timestamp_t before, after;
      gives(__wasi_poll_oneoff(in, out, 0, &n), INVAL);
      in[0].userdata = 10; in[0].u.u.clock.id = __WASI_CLOCKID_MONOTONIC; in[0].u.u.clock.timeout = 3600000000000ull;
      in[1].userdata = 11; in[1].u.u.clock.id = __WASI_CLOCKID_MONOTONIC; in[1].u.u.clock.timeout = 2000001;
      works(__wasi_clock_time_get(__WASI_CLOCKID_REALTIME, 0, &before)); in[2].userdata = 12; in[2].u.u.clock.timeout = before - 1; in[2].u.u.clock.flags = __WASI_SUBCLOCKFLAGS_SUBSCRIPTION_CLOCK_ABSTIME;
      works(__wasi_poll_oneoff(in, out, 3, &n)); check(n == 1 && out[0].userdata == 12 && out[0].error == 0 && out[0].type == __WASI_EVENTTYPE_CLOCK);
      works(__wasi_clock_time_get(__WASI_CLOCKID_MONOTONIC, 0, &before)); works(__wasi_poll_oneoff(in, out, 2, &n)); works(__wasi_clock_time_get(__WASI_CLOCKID_MONOTONIC, 0, &after));
      check(n == 1 && out[0].userdata == 11 && after - before >= 2000001);
      in[1].u.u.clock.timeout = after + 5000000; in[1].u.u.clock.flags = 1; works(__wasi_poll_oneoff(in, out, 2, &n)); works(__wasi_clock_time_get(__WASI_CLOCKID_MONOTONIC, 0, &before));
      check(n == 1 && before >= after + 5000000);
      in[1].u.tag = __WASI_EVENTTYPE_FD_READ; in[1].u.u.fd_read.file_descriptor = 0; in[2].u.tag = __WASI_EVENTTYPE_FD_WRITE; in[2].u.u.fd_write.file_descriptor = 77;
      works(__wasi_poll_oneoff(in, out, 3, &n)); check(n == 2 && out[0].userdata == 11 && out[0].error == 0 && out[0].fd_readwrite.nbytes == 5 && out[1].error == __WASI_ERRNO_BADF);
      in[0].u.u.clock.id = __WASI_CLOCKID_PROCESS_CPUTIME_ID; works(__wasi_poll_oneoff(in, out, 1, &n)); check(n == 1 && out[0].error == __WASI_ERRNO_INVAL);
      works(get(0, "input")); works(__wasi_poll_oneoff(in + 1, out, 1, &n)); check(out[0].fd_readwrite.nbytes == 0 && out[0].fd_readwrite.flags == 1);`,
      {
        stdin: bytes("input")
      }
    )
  })

  it("refuses missing entries, each with its error number", () => {
    passes(`
      __wasi_timestamp_t t; __wasi_size_t n; __wasi_iovec_t v = { 0, 0 }; __wasi_roflags_t flags;
      works(__wasi_clock_res_get(0, &t)); check(t == 1000000); works(__wasi_clock_res_get(1, &t)); gives(__wasi_clock_res_get(2, &t), INVAL); gives(__wasi_clock_time_get(3, 0, &t), INVAL); gives(__wasi_clock_time_get(9, 0, &t), INVAL);
      gives(__wasi_sock_shutdown(1, 1), NOTSOCK); gives(__wasi_sock_shutdown(3, 1), NOTSOCK); gives(__wasi_sock_shutdown(44, 1), BADF);
      gives(__wasi_sock_accept(3, 0, &fd), NOTSOCK); gives(__wasi_sock_recv(0, &v, 1, 0, &n, &flags), NOTSOCK); gives(__wasi_sock_send(1, (__wasi_ciovec_t *)&v, 1, 0, &n), NOTSOCK);
      gives(__wasi_fd_sync(1), INVAL); gives(__wasi_fd_seek(0, 0, 0, &at), SPIPE); gives(__wasi_fd_tell(1, &at), SPIPE); gives(__wasi_fd_pread(0, &v, 1, 0, &n), SPIPE);
      gives(__wasi_fd_filestat_set_size(1, 0), INVAL); gives(get(1, ""), BADF); gives(put(0, "x"), BADF); works(__wasi_sched_yield());
      works(__wasi_clock_time_get(1, 0, &t)); __wasi_timestamp_t u; works(__wasi_clock_time_get(1, 1, &u)); check(u > t);`)
  })

  it("does not reveal the folder above a preopened folder", () => {
    passes(
      `uint8_t buffer[200]; __wasi_size_t n; works(__wasi_fd_readdir(dir, buffer, 200, 0, &n)); __wasi_dirent_t own, up; memcpy(&own, buffer, 24); memcpy(&up, buffer + 25, 24); check(own.d_ino == up.d_ino);`,
      { entries: [folder("/ws/deep/er"), file("/secret")], folders: [{ name: "work", path: "/ws/deep/er" }] }
    )
  })
})
