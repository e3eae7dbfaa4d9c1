/**
 * The programs that print what they are given or what their operands name, and of which no option writes, starts a
 * program or connects. A few read another file (`grep -f`, `wc --files0-from`, `md5sum -c`), whose name an option holds. Whatever words they get, they do no harm except through the files that they
 * name, even if a wildcard finds a file whose name is an option. Some options wait (`tail -f`, `tail --pid`), for as
 * long as the call may take; `ls -R` lists what it may list anyway. `printf -v`, which sets a variable in bash, stands
 * before the format, where no wildcard stands.
 *
 * Sources: cat(1), head(1), tail(1), tac(1), ls(1), stat(1), basename(1), dirname(1), echo(1) and printf(1), of GNU
 * coreutils; rev(1), of util-linux; grep(1), of GNU grep.
 */
export const harmlessPrograms: ReadonlySet<string> = new Set([
  ...["cat", "head", "tail", "tac", "rev", "ls", "stat", "basename", "dirname", "echo", "printf", "wc"],
  ...["grep", "egrep", "fgrep", "md5sum", "sha1sum", "sha256sum", "sha512sum", "cksum"]
])
