/**
 * The programs that print what they are given or what their operands name, and of which no option writes, starts a
 * program, connects or reads another file. Whatever words they get, they do no harm except through the files that they
 * name, even if a wildcard finds a file whose name is an option. Some options wait (`tail -f`, `tail --pid`), for as
 * long as the call may take; `ls -R` lists what it may list anyway. `printf -v`, which sets a variable in bash, stands
 * before the format, where no wildcard stands.
 *
 * Sources: cat(1), head(1), tail(1), tac(1), ls(1), stat(1), basename(1), dirname(1), echo(1) and printf(1), of GNU
 * coreutils; rev(1), of util-linux.
 */
export const harmlessPrograms: ReadonlySet<string> = new Set([
  ...["cat", "head", "tail", "tac", "rev", "ls", "stat", "basename", "dirname", "echo", "printf"]
])

/**
 * The programs that do no harm with any files of a folder, whatever the names of these files. A name may be an option that
 * names another file of the folder (`grep -fx`, `wc --files0-from=x`, `du -Xx`, `md5sum -cx`), and does no more.
 *
 * Sources: wc(1), du(1), md5sum(1), sha1sum(1) and cksum(1), of GNU coreutils; grep(1), of GNU grep.
 */
export const fileReaders: ReadonlySet<string> = new Set([
  ...harmlessPrograms,
  ...["wc", "du", "grep", "egrep", "fgrep", "md5sum", "sha1sum", "sha256sum", "sha512sum", "cksum"]
])

/**
 * The programs that do no harm with files that `find` finds, whose names begin with the folder that is searched. No such
 * name is an option, which may start a program (`rg --pre=x`).
 *
 * Sources: rg(1), of ripgrep 14; sort(1) and nl(1), of GNU coreutils; file(1); strings(1), of GNU binutils; shellcheck(1).
 */
export const foundFileReaders: ReadonlySet<string> = new Set([
  ...fileReaders,
  ...["rg", "sort", "nl", "od", "cut", "file", "strings", "shellcheck"]
])
