/** The programs of GNU that have a `g` before their names on systems with a program of the same name. */
const gnu = new Set(
  `arch b2sum base32 base64 basename basenc cat chcon chgrp chmod chown chroot cksum comm cp csplit cut date dd df dir dircolors
  dirname echo egrep env expand expr factor false fgrep find fmt fold grep groups head hostid hostname install join kill link
  ln locate logname ls make md5sum mkdir mkfifo mknod mktemp mv nice nl nohup nproc numfmt od paste patch pathchk pinky pr
  printenv printf ptx pwd readlink realpath rm rmdir runcon sed seq sha1sum sha224sum sha256sum sha384sum sha512sum shred
  shuf sleep sort split stat stdbuf stty sum sync tac tail tar tee test time timeout touch tr true truncate tsort tty uname
  unexpand uniq unlink updatedb uptime users vdir wc which who whoami xargs yes`.split(/\s+/)
)

/**
 * Returns the name of a program, whatever path it is started by: without its folder and, for GNU's programs, without
 * the `g` that other systems put before the name.
 */
export const commandName = (program: string): string => {
  const name = program.slice(program.lastIndexOf("/") + 1)
  return name.startsWith("g") && gnu.has(name.slice(1)) ? name.slice(1) : name
}
