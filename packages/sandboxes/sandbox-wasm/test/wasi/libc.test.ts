import { describe, expect, it } from "vitest"
import { fromC, withoutClang } from "./compiled.ts"
import { bytes, file, folder, ranIn, text } from "./world.ts"

const headers = [
  "assert",
  "dirent",
  "errno",
  "fcntl",
  "stdio",
  "stdlib",
  "string",
  "sys/stat",
  "time",
  "unistd",
  "poll"
]

/**
 * Makes a program whose `main` has this body. `check` reports a failed condition on standard error, and ends the
 * program.
 */
const program = (body: string) =>
  fromC(
    `${headers.map((name) => `#include <${name}.h>`).join("\n")}
    #define check(it) do { if (!(it)) { fprintf(stderr, "%s (errno %s)\\n", #it, strerror(errno)); exit(1); } } while (0)
    #define fails(it, number) do { errno = 0; check((it) == -1); check(errno == number); } while (0)
    int main(int argc, char **argv) { (void)argc; (void)argv; ${body} return 0; }`
  )

const exited = { kind: "exit", status: 0 }

describe.skipIf(withoutClang !== undefined)(
  `programs in C${withoutClang === undefined ? "" : `: ${withoutClang}`}`,
  () => {
    it("receive their arguments, their environment and their input, and nothing else", () => {
      const guest = program(`
      char line[100];
      check(argc == 3 && strcmp(argv[1], "a b") == 0 && strcmp(argv[2], "\\"") == 0);
      check(strcmp(getenv("GREETING"), "hello=you") == 0 && getenv("PATH") == NULL);
      while (fgets(line, sizeof line, stdin)) printf("%s!", line);
      fprintf(stderr, "done"); exit(7);`)
      expect(
        ranIn(guest, { argv: ["guest", "a b", '"'], env: { GREETING: "hello=you" }, stdin: bytes("one\ntwo") })
      ).toMatchObject({ ended: { kind: "exit", status: 7 }, stdout: "one\n!two!", stderr: "done" })
    })

    it("read and write their files, and their changes are reported", () => {
      const guest = program(`
      char text[100] = {0};
      FILE *in = fopen("work/in.txt", "r"); check(in != NULL); check(fread(text, 1, 99, in) == 5); fclose(in);
      check(mkdir("work/made", 0777) == 0);
      FILE *out = fopen("work/made/out.txt", "w"); check(out != NULL);
      for (int i = 0; i < 1000; i++) fprintf(out, "%s\\n", text);
      check(fclose(out) == 0);
      check(rename("work/old.txt", "work/new.txt") == 0);
      check(unlink("work/gone.txt") == 0);
      check(symlink("made/out.txt", "work/link") == 0);
      struct stat st; check(stat("work/link", &st) == 0 && st.st_size == 6000 && S_ISREG(st.st_mode));
      check(lstat("work/link", &st) == 0 && S_ISLNK(st.st_mode));`)
      const { ended, changes, stderr } = ranIn(guest, {
        entries: [folder("/ws"), file("/ws/in.txt", "hello"), file("/ws/old.txt", "old"), file("/ws/gone.txt", "gone")]
      })
      expect({ ended, stderr }).toEqual({ ended: exited, stderr: "" })
      expect(
        changes.map((change) => (change.kind === "file" ? { ...change, bytes: text(change.bytes) } : change))
      ).toEqual([
        { kind: "directory", path: "/ws/made" },
        { kind: "file", path: "/ws/new.txt", bytes: "old" },
        { kind: "link", path: "/ws/link", target: "made/out.txt" },
        { kind: "file", path: "/ws/made/out.txt", bytes: "hello\n".repeat(1000) },
        { kind: "deleted", path: "/ws/old.txt" },
        { kind: "deleted", path: "/ws/gone.txt" }
      ])
    })

    it("find a stream's position in its file, and append regardless of seeks", () => {
      const guest = program(`
      char text[4]; FILE *in = fopen("work/digits", "r"); check(in != NULL);
      check(fread(text, 1, 4, in) == 4); check(fflush(in) == 0 && lseek(fileno(in), 0, SEEK_CUR) == 4);
      check(fgetc(in) == '4'); check(fflush(in) == 0 && lseek(fileno(in), 0, SEEK_CUR) == 5 && lseek(fileno(in), 0, SEEK_END) == 8); fclose(in);
      int fd = open("work/log", O_CREAT | O_TRUNC | O_WRONLY | O_APPEND, 0666); check(fd >= 0);
      check(write(fd, "ab", 2) == 2 && lseek(fd, 0, SEEK_SET) == 0 && write(fd, "cd", 2) == 2 && lseek(fd, 0, SEEK_CUR) == 4);
      check(pwrite(fd, "xyz", 3, 0) == 3 && lseek(fd, 0, SEEK_CUR) == 4 && lseek(fd, 0, SEEK_END) == 4);
      struct stat one, other; check(stat("work/digits", &one) == 0 && fstat(fd, &other) == 0);
      check(one.st_dev == other.st_dev && one.st_ino != other.st_ino);`)
      expect(ranIn(guest, { entries: [folder("/ws"), file("/ws/digits", "01234567")] })).toMatchObject({
        ended: exited,
        stderr: "",
        changes: [{ kind: "file", path: "/ws/log", bytes: bytes("xyzd") }]
      })
    })

    it("never leave their folder", () => {
      const guest = program(`
      int work = open("work", O_RDONLY | O_DIRECTORY); check(work >= 0);
      int sub = openat(work, "sub", O_RDONLY | O_DIRECTORY); check(sub >= 0);
      fails(openat(work, "../secret", O_RDONLY), EPERM);
      fails(openat(work, "sub/../../secret", O_RDONLY), EPERM);
      fails(openat(sub, "../own", O_RDONLY), EPERM);
      fails(openat(work, "out", O_RDONLY), EPERM);
      fails(openat(work, "absolute", O_RDONLY), EPERM);
      check(symlinkat(".", work, "lnk") == 0);
      check(symlinkat("lnk/..", work, "esc") == 0);
      fails(openat(work, "esc/secret", O_RDONLY), EPERM);
      fails(openat(work, "esc", O_RDONLY | O_DIRECTORY), EPERM);
      check(symlinkat("sub/up", work, "chain") == 0);
      check(symlinkat("../..", work, "sub/up") == 0);
      fails(openat(work, "chain/secret", O_RDONLY), EPERM);
      fails(renameat(work, "sub", work, "../moved"), EPERM);
      fails(linkat(work, "esc/secret", work, "stolen", 0), EPERM);
      fails(mkdirat(work, "esc/made", 0777), EPERM);
      fails(symlinkat("/secret", work, "root"), EPERM);
      check(symlinkat("sub", work, "in") == 0);
      check(openat(work, "in/../own", O_RDONLY) >= 0);
      fails(open("secret", O_RDONLY), ENOTCAPABLE);
      fails(open("/secret", O_RDONLY), ENOTCAPABLE);`)
      const entries = [
        folder("/ws"),
        folder("/ws/sub"),
        file("/ws/own"),
        file("/secret", "secret"),
        { kind: "link", path: "/ws/out", mode: "rw", target: "../secret" },
        { kind: "link", path: "/ws/absolute", mode: "rw", target: "/secret" }
      ] as const
      expect(ranIn(guest, { entries })).toMatchObject({ ended: exited, stderr: "" })
    })

    it("list a whole folder, even while removing entries", () => {
      const guest = program(`
      char name[50];
      for (int i = 0; i < 500; i++) { sprintf(name, "work/file%d", i); check(open(name, O_CREAT | O_WRONLY, 0666) >= 0 || 1); close(4); }
      DIR *dir = opendir("work"); check(dir != NULL);
      int seen = 0; struct dirent *entry;
      while ((entry = readdir(dir))) { seen++; if (entry->d_name[0] == 'f') check(unlinkat(dirfd(dir), entry->d_name, 0) == 0); }
      check(seen == 502); closedir(dir);
      check(rmdir("work/sub") == -1 && errno == ENOENT);`)
      expect(ranIn(guest)).toMatchObject({ ended: exited, stderr: "", changes: [] })
    })

    it("sleep by the clock, and a simulated clock advances by the time they slept", () => {
      const guest = program(`
      struct timespec before, after, nap = { 0, 20500000 };
      check(clock_gettime(CLOCK_MONOTONIC, &before) == 0); check(nanosleep(&nap, NULL) == 0);
      check(clock_gettime(CLOCK_MONOTONIC, &after) == 0);
      long long slept = (after.tv_sec - before.tv_sec) * 1000000000LL + after.tv_nsec - before.tv_nsec;
      check(slept >= 20500000);
      struct timespec wall; check(clock_gettime(CLOCK_REALTIME, &wall) == 0);
      printf("%lld %lld.%03ld", slept, (long long)wall.tv_sec, wall.tv_nsec / 1000000);`)
      expect(ranIn(guest)).toMatchObject({ ended: exited, stderr: "" })
      expect(ranIn(guest, { clock: 1_000_000 })).toMatchObject({ ended: exited, stdout: "22000000 1000.023" })
    })

    it("learn that their standard streams are not terminals, and cannot seek in them", () => {
      const guest = program(`
      check(isatty(0) == 0 && isatty(1) == 0 && isatty(2) == 0);
      fails(lseek(0, 0, SEEK_CUR), ESPIPE); fails(lseek(1, 0, SEEK_SET), ESPIPE);
      struct pollfd fds[2] = {{ .fd = 0, .events = POLLIN }, { .fd = 1, .events = POLLOUT }};
      check(poll(fds, 2, -1) == 2 && (fds[0].revents & POLLIN) && (fds[1].revents & POLLOUT));`)
      expect(ranIn(guest, { stdin: bytes("x") })).toMatchObject({ ended: exited, stderr: "" })
    })

    it("use files only as granted", () => {
      const guest = program(`
      int fd; char c;
      check((fd = open("work/read", O_RDONLY)) >= 0 && read(fd, &c, 1) == 1); close(fd);
      fails(open("work/read", O_WRONLY), EROFS); fails(open("work/read", O_RDWR), EROFS);
      fails(open("work/read", O_RDONLY | O_TRUNC), EROFS);
      fails(unlink("work/read"), EROFS); fails(rename("work/write", "work/read"), EROFS);
      fails(rename("work/read", "work/other"), EROFS); fails(rename("work/read", "work/open/other"), EROFS); fails(truncate("work/read", 0), EROFS);
      fails(open("work/write", O_RDONLY), EACCES); fails(open("work/write", O_RDWR), EACCES);
      check((fd = open("work/write", O_WRONLY | O_APPEND)) >= 0 && write(fd, "!", 1) == 1); close(fd);
      fails(link("work/write", "work/open/copy"), EACCES); fails(rename("work/write", "work/open/copy"), EACCES);
      fails(link("work/read", "work/open/copy"), EACCES);
      fails(open("work/new", O_CREAT | O_WRONLY, 0666), EROFS); fails(mkdir("work/new", 0777), EROFS);
      fails(symlink("x", "work/new"), EROFS); fails(rmdir("work/open"), ENOTEMPTY); fails(rename("work/open", "work/o"), EROFS);
      check((fd = open("work/may", O_CREAT | O_EXCL | O_WRONLY, 0666)) >= 0 && write(fd, "made", 4) == 4); close(fd);
      check(unlink("work/may") == 0 && mkdir("work/may", 0777) == 0);
      check(mkdir("work/open/any", 0777) == 0);
      fails(rename("work/open/pinned", "work/open/elsewhere"), EROFS);
      fails(open("work/open/pinned/never", O_CREAT | O_WRONLY, 0666), EROFS); fails(rmdir("work/open/pinned"), EROFS);
      struct timespec now[2] = {{ 1, 0 }, { 1, 0 }}; fails(utimensat(AT_FDCWD, "work/read", now, 0), EROFS); char target[9];
      check(utimensat(AT_FDCWD, "work/write", now, 0) == 0); fails(readlink("work/hidden", target, 9), EACCES);
      errno = 0; check(opendir("work/dropbox") == NULL && errno == EACCES);
      check((fd = open("work/dropbox/in", O_CREAT | O_WRONLY, 0666)) >= 0); close(fd); fails(open("work/dropbox/in", O_RDONLY), EACCES);
      fails(open("work/dropbox/out", O_CREAT | O_RDWR, 0666), EACCES); check(unlink("work/dropbox/in") == 0);
      fails(mkdir("work/closed/x", 0777), EROFS); fails(rmdir("work/closed"), EROFS); fails(rmdir("work"), EINVAL);`)
      const { ended, stderr, changes } = ranIn(guest, {
        entries: [
          file("/ws/read", "r", "r"),
          file("/ws/write", "w", "w"),
          { kind: "absent", path: "/ws/may", mode: "rw" },
          folder("/ws/open"),
          folder("/ws/open/pinned"),
          { kind: "absent", path: "/ws/open/pinned/never", mode: "r" },
          folder("/ws/closed", "r"),
          folder("/ws/dropbox", "w"),
          { kind: "link", path: "/ws/hidden", mode: "w", target: "read" }
        ]
      })
      expect({ ended, stderr }).toEqual({ ended: exited, stderr: "" })
      expect(changes).toEqual([
        { kind: "file", path: "/ws/write", bytes: bytes("w!") },
        { kind: "directory", path: "/ws/may" },
        { kind: "directory", path: "/ws/open/any" }
      ])
    })

    it("run out of file space without allocating any", () => {
      const guest = program(`
      char page[4096] = {0};
      int fd = open("work/big", O_CREAT | O_RDWR, 0666); check(fd >= 0);
      fails(ftruncate(fd, 1LL << 50), ENOSPC);
      fails(posix_fallocate(fd, 0, 1LL << 50) ? (errno = ENOSPC, -1) : 0, ENOSPC);
      check(lseek(fd, 1LL << 50, SEEK_SET) == 1LL << 50);
      fails(write(fd, page, 1), ENOSPC); fails(ftruncate(fd, -1), EINVAL);
      check(lseek(fd, 0, SEEK_SET) == 0);
      long long total = 0; for (;;) { ssize_t n = write(fd, page, sizeof page); if (n < 0) break; total += n; }
      check(errno == ENOSPC); check(total == 10000);
      check(unlink("work/big") == 0); fails(write(fd, page, 1), ENOSPC);
      close(fd);
      fd = open("work/taken", O_CREAT | O_RDWR, 0666); check(ftruncate(fd, 10000) == 0 && unlink("work/taken") == 0);
      int other = open("work/other", O_CREAT | O_RDWR, 0666); check(__wasi_fd_renumber(other, fd) == 0 && ftruncate(fd, 5000) == 0);
      check(unlink("work/other") == 0 && close(fd) == 0);
      check((fd = open("work/next", O_CREAT | O_RDWR, 0666)) >= 0); check(ftruncate(fd, 10000) == 0);`)
      expect(ranIn(guest, { fileBytes: 10_000 })).toMatchObject({ ended: exited, stderr: "" })
    })

    it("have a limited number of open files and names", () => {
      const guest = program(`
      int n = 0; while (open("work", O_RDONLY | O_DIRECTORY) >= 0) n++;
      check(errno == EMFILE && n == 1024); fails(open("work/new", O_CREAT | O_WRONLY, 0666), EMFILE);
      close(10); fails(open("work/new", O_RDONLY), ENOENT);
      char name[50]; int made = 0;
      for (;; made++) { sprintf(name, "work/d%d", made); if (mkdir(name, 0777)) break; }
      check(errno == ENOSPC && made == 32768);
      check(rmdir("work/d5") == 0 && mkdir("work/again", 0777) == 0);`)
      expect(ranIn(guest)).toMatchObject({ ended: exited, stderr: "" })
    })

    it("nest folders up to the path limit", () => {
      const guest = program(`
      int at = open("work", O_RDONLY | O_DIRECTORY), deep = 0;
      for (;; deep++) { if (mkdirat(at, "d", 0777)) break; int next = openat(at, "d", O_RDONLY | O_DIRECTORY); check(next >= 0); close(at); at = next; }
      check(errno == ENAMETOOLONG); check(deep == 2046);
      check(mkdir("work/d2", 0777) == 0); fails(rename("work/d", "work/d2/d"), ENAMETOOLONG);`)
      expect(ranIn(guest)).toMatchObject({ ended: exited, stderr: "" })
    })

    it("are ended by their traps", () => {
      expect(ranIn(program(`__builtin_trap();`)).ended).toEqual({ kind: "trap", message: "unreachable" })
      expect(ranIn(program(`int *p = malloc(4); free(p); check(malloc(1u << 31) == NULL);`)).ended.kind).toBe("exit")
    })
  }
)
