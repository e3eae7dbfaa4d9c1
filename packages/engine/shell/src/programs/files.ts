import { danger, type Program, type ProgramFacts } from "./Program.ts"

const writes = (reason: string, source: string): ProgramFacts => ({ writesFiles: { reason, source } })

/** Programs that find, copy, move and delete files. Sources: the manual page of each, of GNU coreutils unless named. */
export const files: ReadonlyArray<Program> = [
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
    names: ["stat"],
    closed: {
      source: "stat(1)",
      options: "-Lft -c= --cached= --dereference --file-system --format= --printf= --terse --version"
    },
    synonyms: [["-c", "--format"]]
  },
  {
    names: ["du"],
    closed: {
      source: "du(1)",
      options: `-0abcDhHklLmPSsx -B= -d= -t= --all --apparent-size --block-size= --bytes --count-links --dereference
        --dereference-args --exclude= --human-readable --inodes --max-depth= --no-dereference --null --one-file-system
        --separate-dirs --si --summarize --threshold= --time=? --time-style= --total --version`,
      dangers: [
        danger("reads the names of files from a file", "--files0-from="),
        danger("reads a file of patterns", "-X=", "--exclude-from=")
      ]
    },
    synonyms: [["-a", "--all"]]
  },
  {
    names: ["df"],
    closed: {
      source: "df(1)",
      options: `-ahHiklPTv -B= -t= -x= --all --block-size= --exclude-type= --human-readable --inodes --local --no-sync
        --output=? --portability --print-type --si --sync --total --type= --version`
    }
  },
  {
    names: ["realpath", "readlink", "basename", "dirname", "pwd"],
    closed: {
      source: "realpath(1), readlink(1), basename(1), dirname(1), pwd(1)",
      options: `-aefLmnPqsvz -s= --canonicalize --canonicalize-existing --canonicalize-missing --logical --multiple
        --no-newline --no-symlinks --physical --quiet --relative-base= --relative-to= --silent --strip --suffix= --verbose
        --zero --version`
    }
  },
  {
    names: ["cksum", "md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum", "shasum"],
    closed: {
      source:
        "cksum(1), md5sum(1), sha1sum(1), sha224sum(1), sha256sum(1), sha384sum(1), sha512sum(1), b2sum(1), shasum(1)",
      options: `-bctwz -a= -l= --algorithm= --binary --check --debug --ignore-missing --length= --quiet --raw --status
        --strict --tag --text --untagged --version --warn --zero`
    },
    synonyms: [["-c", "--check"]]
  },
  {
    names: ["rm"],
    writesTo: "operands",
    facts: writes("deletes files", "rm(1)"),
    closed: {
      source: "rm(1)",
      targets: true,
      options: `-diIv --dir --interactive=? --one-file-system --preserve-root=? --verbose --version`,
      dangers: [
        danger("deletes folders with all that is in them", "-rR", "--recursive"),
        danger("does not ask", "-f", "--force"),
        danger("does not spare the root folder", "--no-preserve-root")
      ]
    },
    synonyms: [
      ["-r", "-R", "--recursive"],
      ["-f", "--force"],
      ["-i", "--interactive"],
      ["-d", "--dir"],
      ["-v", "--verbose"]
    ]
  },
  {
    names: ["cp", "mv", "install", "ln", "link"],
    writesTo: "last operand",
    facts: writes("writes its last operand, or what -t names", "cp(1), mv(1), install(1), ln(1)"),
    closed: {
      source: "cp(1), mv(1), install(1), ln(1), link(1)",
      options: `-abcCdDFHiklLnpPrRsTuvxZ -g= -m= -o= -S= --archive --attributes-only --backup=? --compare --context=?
        --copy-contents --dereference --directory --group= --interactive --link --logical --mode= --no-clobber
        --no-dereference --no-preserve= --no-target-directory --one-file-system --owner= --parents --physical --preserve=?
        --preserve-timestamps --recursive --reflink=? --relative --sparse= --strip-trailing-slashes --suffix= --symbolic
        --symbolic-link --update=? --verbose --version --debug --exchange`,
      dangers: [
        danger("names the folder that is written to", "-t=", "--target-directory="),
        danger("starts a program", "--strip", "--strip-program="),
        danger("overwrites without asking", "-f", "--force", "--remove-destination")
      ]
    },
    synonyms: [
      ["-r", "-R", "--recursive"],
      ["-f", "--force"],
      ["-t", "--target-directory"],
      ["-s", "--symbolic", "--symbolic-link"],
      ["-a", "--archive"]
    ]
  },
  {
    names: ["mkdir"],
    writesTo: "operands",
    facts: writes("creates folders", "mkdir(1)"),
    closed: { source: "mkdir(1)", options: "-pvZ -m= --parents --verbose --mode= --context=? --version" },
    synonyms: [["-p", "--parents"]]
  },
  {
    names: ["touch"],
    writesTo: "operands",
    facts: writes("creates files, and changes their times", "touch(1)"),
    closed: {
      source: "touch(1)",
      options: "-acfhm -d= -r= -t= --date= --no-create --no-dereference --reference= --time= --version"
    }
  }
]
