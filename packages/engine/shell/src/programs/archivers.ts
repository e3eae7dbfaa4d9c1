import { isOutside } from "./outside.ts"
import { danger, type Program, type ProgramFacts } from "./Program.ts"

const unpacks = (reason: string, source: string): ProgramFacts => ({ writesFiles: { reason, source } })

const tarOptions = `-aBchiJjklmnOpRrSstuvWwxZz -b= -f= -H= -C= -K= -L= -N= -V= --acls --directory= --after-date= --anchored --append --auto-compress
  --block-number --blocking-factor= --bzip2 --catenate --check-links --checkpoint=? --compare --compress --confirmation
  --create --delay-directory-restore --dereference --diff --exclude= --exclude-backups --exclude-caches --exclude-caches-all
  --exclude-caches-under --exclude-ignore= --exclude-tag= --exclude-vcs --exclude-vcs-ignores --extract --file= --format=
  --full-time --get --group= --gunzip --gzip --hard-dereference --ignore-case --ignore-failed-read --ignore-zeros
  --interactive --keep-directory-symlink --keep-newer-files --keep-old-files --label= --level= --list --lzip --lzma --lzop
  --mode= --mtime= --newer= --newer-mtime= --no-acls --no-anchored --no-auto-compress --no-delay-directory-restore
  --no-ignore-case --no-overwrite-dir --no-recursion --no-same-owner --no-same-permissions --no-selinux --no-wildcards
  --no-wildcards-match-slash --no-xattrs --null --numeric-owner --occurrence=? --old-archive --one-file-system
  --one-top-level=? --overwrite --overwrite-dir --owner= --portability --posix --preserve-order --preserve-permissions
  --quote-chars= --quoting-style= --record-size= --recursion --same-order --same-permissions --seek --selinux
  --show-defaults --show-omitted-dirs --show-transformed-names --skip-old-files --sort= --sparse --sparse-version=
  --starting-file= --strip-components= --test-label --to-stdout --touch --totals=? --transform= --ungzip --uncompress
  --update --utc --verbatim-files-from --verbose --verify --version --warning= --wildcards --wildcards-match-slash --xattrs
  --xform= --xz --zstd`

const modes = "keeps owners, and modes that let others run as them"

const tarDangers = [
  danger(
    "starts a program",
    ...["--to-command=", "-I=", "--use-compress-program=", "-F=", "--info-script=", "--new-volume-script="],
    ...["--rsh-command=", "--rmt-command="]
  ),
  danger("runs an action, which can start a program", "--checkpoint-action="),
  danger("works in another folder", "--cd="),
  danger("writes outside the folder", "-P", "--absolute-names"),
  danger("writes a file", "--index-file=", "-g=", "--listed-incremental=", "-G", "--incremental", "--volno-file="),
  danger("deletes files", "--remove-files", "--delete", "--recursive-unlink", "--unlink-first", "-U"),
  danger("reads words from a file, which can be options", "-T=", "--files-from="),
  danger("reads a file of patterns or of owners", "-X=", "--exclude-from=", "--owner-map=", "--group-map="),
  danger(modes, "--same-owner", "--preserve", "--xattrs-include=")
]

/**
 * Returns the reason why the name of an archive does harm, or `undefined`. An archive `host:file` is reached through a
 * program.
 */
const elsewhere = (name: string) =>
  /^[^/]*:/.test(name) ? "may be an archive on another machine, which is reached by starting a program" : undefined

/** Programs that pack and unpack. Sources: tar(1), cpio(1), zip(1), unzip(1), gzip(1), xz(1), zstd(1), 7z(1), ar(1). */
export const archivers: ReadonlyArray<Program> = [
  {
    names: ["tar", "gtar", "bsdtar"],
    facts: {
      startsPrograms: { reason: "starts programs by options, and to compress", source: "tar(1)" },
      writesFiles: { reason: "writes archives, and what they hold", source: "tar(1)" },
      reachesNetwork: { reason: "reaches another machine for an archive named host:file", source: "tar(1)" }
    },
    closed: {
      source: "tar(1), of GNU tar 1.34",
      options: tarOptions,
      dangers: tarDangers,
      value: (option, value) =>
        /^-(?:f|-file)$/.test(option)
          ? elsewhere(value)
          : /^-(?:C|-directory|-one-top-level)$/.test(option) && isOutside(value)
            ? "is outside of the folder"
            : undefined,
      operand: (word, before, given) => {
        const reason = elsewhere(word)
        if (reason !== undefined) return reason
        // The first word may be a bundle of letters without a dash.
        if (before.length > 0 || given.size > 0 || /^[ctxruvkmpwzjJZaShBiWOlRnNbfHVs0-9]+$/.test(word)) return undefined
        return "holds options that start programs, or read or write elsewhere"
      }
    },
    synonyms: [
      ["-x", "--extract", "--get"],
      ["-c", "--create"],
      ["-t", "--list"],
      ["-f", "--file"],
      ["-C", "--directory"],
      ["-I", "--use-compress-program"],
      ["-P", "--absolute-names"]
    ]
  },
  {
    names: ["unzip", "zipinfo"],
    facts: unpacks("writes what archives hold", "unzip(1)"),
    closed: {
      source: "unzip(1)",
      options: "-aAbBcCDfFhjlLMmnopqsStTuUvVWz12 -x= -P= -O= -I= -d=",
      value: (option, value, given) =>
        option !== "-d"
          ? undefined
          : ["-l", "-p", "-t", "-v", "-Z"].some((one) => given.has(one))
            ? "is a folder to write to, and what is asked for is to be shown"
            : isOutside(value)
              ? "is outside of the folder"
              : undefined,
      dangers: [danger("writes outside the folder", "-:"), danger(modes, "-KX")]
    }
  },
  {
    names: ["7z", "7za", "7zr", "7zz"],
    facts: unpacks("writes what archives hold", "7z(1)"),
    closed: {
      source: "7z(1), and `7z --help`",
      style: "words",
      everywhere: true,
      options: "-bb* -bd -p* -r* -scc* -scs* -slt -slp -so -ssc* -t* -x* -y",
      dangers: [
        danger("writes to another folder", "-o*", "-w*"),
        danger("deletes files", "-sdel"),
        danger("reads words from a file", "@*", "-i*", "-an", "-ai*", "-ax*")
      ],
      subcommands: {
        l: {},
        t: {},
        i: {},
        h: {},
        b: {},
        "x e": { asks: "writes what the archive holds" },
        "a u d rn": { asks: "changes the archive" }
      }
    }
  },
  {
    names: ["zcat", "bzcat", "xzcat", "zstdcat", "lzcat", "gzcat"],
    closed: {
      source: "zcat(1), bzcat(1), xzcat(1), zstdcat(1), lzcat(1), gzcat(1)",
      options: "-cdfklqvtnV --stdout --decompress --force --keep --list --quiet --verbose --test --version"
    }
  }
]
