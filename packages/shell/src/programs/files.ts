import { danger, type Program, type ProgramFacts } from "./Program.ts"

const writes = (reason: string, source: string): ProgramFacts => ({ writesFiles: { reason, source } })

/** Programs that find, copy, move and delete files. Sources: the manual page of each, of GNU coreutils where not named. */
export const files: ReadonlyArray<Program> = [
  {
    names: ["find", "gfind"],
    hasWordOptions: true,
    facts: {
      startsPrograms: { reason: "starts programs by -exec, -execdir, -ok and -okdir", source: "find(1)" },
      writesFiles: {
        reason: "deletes by -delete, and writes by -fprint, -fprint0, -fprintf and -fls",
        source: "find(1)"
      }
    },
    dangers: [
      danger("starts a program for what it finds", "-exec*", "-ok*"),
      danger("deletes what it finds", "-delete"),
      danger("writes a file", "-fprint*", "-fls*"),
      danger("reads the names of folders from a file", "-files0-from")
    ]
  },
  {
    names: ["fd", "fdfind"],
    facts: { startsPrograms: { reason: "starts programs by -x and -X", source: "fd(1)" } },
    valued: "cdeEgjSto",
    dangers: [
      danger("starts a program for what it finds", "-x", "-X", "--exec", "--exec-batch"),
      danger("starts ls", "-l", "--list-details")
    ],
    synonyms: [
      ["-x", "--exec"],
      ["-X", "--exec-batch"]
    ]
  },
  { names: ["locate", "plocate", "updatedb"], dangers: [danger("writes a database", "-o", "--output")] },
  {
    names: ["rm"],
    facts: writes("deletes files", "rm(1)"),
    dangers: [
      danger("deletes folders with all that is in them", "-r", "-R", "--recursive"),
      danger("does not ask", "-f", "--force"),
      danger("does not spare the root folder", "--no-preserve-root")
    ],
    synonyms: [
      ["-r", "-R", "--recursive"],
      ["-f", "--force"],
      ["-i", "--interactive"],
      ["-d", "--dir"],
      ["-v", "--verbose"]
    ]
  },
  {
    names: ["rmdir", "unlink", "shred", "wipe", "srm"],
    facts: writes("deletes or overwrites files", "rmdir(1), unlink(1), shred(1)"),
    synonyms: [
      ["-u", "--remove"],
      ["-p", "--parents"]
    ]
  },
  {
    names: ["cp", "mv", "install", "ln", "link"],
    facts: writes("writes its last operand, or what -t names", "cp(1), mv(1), install(1), ln(1)"),
    valued: "tSgmo",
    dangers: [
      danger("names the folder that is written to", "-t", "--target-directory"),
      danger("starts a program", "--strip-program"),
      danger("overwrites without asking", "-f", "--force")
    ],
    synonyms: [
      ["-r", "-R", "--recursive"],
      ["-f", "--force"],
      ["-t", "--target-directory"],
      ["-s", "--symbolic", "--symbolic-link"],
      ["-a", "--archive"]
    ]
  },
  {
    names: ["dd"],
    facts: writes("writes the file of=", "dd(1)"),
    dangers: [danger("is a file that is written", "of=*")]
  },
  {
    names: ["touch", "mkdir", "mkfifo", "mknod", "truncate", "mktemp", "fallocate"],
    facts: writes("creates or changes files", "touch(1), mkdir(1), mkfifo(1), truncate(1), mktemp(1)"),
    synonyms: [["-p", "--parents"]]
  },
  {
    names: ["chmod", "chown", "chgrp", "chattr", "setfacl", "setfattr", "chcon"],
    facts: writes("changes who may use files", "chmod(1), chown(1), chgrp(1), chattr(1), setfacl(1)"),
    dangers: [danger("changes all that a folder holds", "-R", "--recursive")],
    synonyms: [["-R", "--recursive"]]
  },
  {
    names: ["patch"],
    facts: {
      ...writes("changes the files that the patch names", "patch(1)"),
      startsPrograms: { reason: "starts version control and ed", source: "patch(1)" }
    },
    synonyms: [
      ["-o", "--output"],
      ["-p", "--strip"]
    ]
  },
  {
    names: ["mount", "umount", "losetup", "mkfs", "fdisk", "parted", "mkswap", "swapon", "swapoff"],
    facts: {
      ...writes("changes file systems", "mount(8), mkfs(8), fdisk(8)"),
      startsPrograms: { reason: "starts helpers", source: "mount(8), mkfs(8)" }
    }
  },
  {
    names: ["rsync"],
    facts: {
      startsPrograms: { reason: "starts a remote shell and the program of the other side", source: "rsync(1)" },
      writesFiles: { reason: "writes its last operand", source: "rsync(1)" },
      reachesNetwork: { reason: "reaches other machines", source: "rsync(1)" }
    },
    valued: "BefMT",
    dangers: [
      danger("starts a program", "-e", "--rsh", "--rsync-path", "-M", "--remote-option"),
      danger(
        "writes a file",
        "--log-file",
        "--write-batch",
        "--only-write-batch",
        "--backup-dir",
        "--partial-dir",
        "--temp-dir",
        "-T"
      ),
      danger("deletes files", "--delete", "--del", "--remove-source-files"),
      danger(
        "reads the names of files from a file",
        "--files-from",
        "--include-from",
        "--exclude-from",
        "--password-file",
        "--config"
      )
    ],
    synonyms: [
      ["-e", "--rsh"],
      ["-r", "--recursive"],
      ["-a", "--archive"],
      ["-n", "--dry-run"]
    ]
  },
  {
    names: ["ls", "dir", "vdir"],
    closed: {
      source: "ls(1), of GNU coreutils 9.1 and later",
      options: `-aAbBcCdDfFgGhHiklLmnNopqQrRsStuUvxXZ1 -I= -T= -w= --all --almost-all --author --escape --block-size=
        --ignore-backups --color=? --directory --dired --classify=? --file-type --format= --full-time
        --group-directories-first --no-group --human-readable --si --dereference --dereference-command-line
        --dereference-command-line-symlink-to-dir --hide= --hyperlink=? --indicator-style= --inode --ignore= --kibibytes
        --numeric-uid-gid --literal --hide-control-chars --show-control-chars --quote-name --quoting-style= --reverse
        --recursive --size --sort= --time= --time-style= --tabsize= --width= --context --zero --version`
    },
    synonyms: [
      ["-a", "--all"],
      ["-R", "--recursive"]
    ]
  },
  {
    names: [
      "stat",
      "du",
      "df",
      "realpath",
      "readlink",
      "basename",
      "dirname",
      "pwd",
      "cksum",
      "md5sum",
      "sha1sum",
      "sha256sum",
      "sha512sum",
      "b2sum"
    ],
    dangers: [danger("reads the names of files from a file", "--files0-from")],
    synonyms: [
      ["-a", "--all"],
      ["-R", "--recursive"],
      ["-c", "--check"]
    ]
  }
]
