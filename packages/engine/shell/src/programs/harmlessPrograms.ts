/**
 * Programs that print what they are given or what their operands name, of which no option writes, starts, connects or reads
 * another file: whatever word they get does no harm but by the file that it names. So a wildcard may find a file whose name is an
 * option. Some options wait (`tail -f`, `tail --pid`), as long as the call may take; `ls -R` lists what it may also be told to.
 * `printf -v`, which sets a variable in bash, stands before the format, which no wildcard does.
 *
 * Sources: cat(1), head(1), tail(1), tac(1), ls(1), stat(1), basename(1), dirname(1), echo(1) and printf(1), of GNU coreutils;
 * rev(1), of util-linux.
 */
export const harmlessPrograms: ReadonlySet<string> = new Set([
  ...["cat", "head", "tail", "tac", "rev", "ls", "stat", "basename", "dirname", "echo", "printf"]
])
