import { danger, factsOf, type Program } from "./Program.ts"

const written = "is a file that is written"
const writes = "writes a file"
const overwrites = danger("overwrites without asking", "-f --force")
/** Programs that change files in place, or write what they read to another place. Sources: the manual page of each. */
export const rewriting: ReadonlyArray<Program> = [
  {
    names: ["rmdir", "unlink"],
    writesTo: "operands",
    facts: factsOf("rmdir(1), unlink(1)", { writesFiles: "deletes files" }),
    closed: {
      source: "rmdir(1), unlink(1)",
      options: "-v --ignore-fail-on-non-empty --verbose --version",
      dangers: [danger("deletes the folders above as well", "-p --parents")]
    },
    synonyms: [["-p", "--parents"]]
  },
  {
    names: ["shred", "wipe", "srm"],
    writesTo: "operands",
    facts: factsOf("shred(1)", { writesFiles: "deletes or overwrites files" }),
    closed: {
      source: "shred(1)",
      options: "-vxz -n= -s= --iterations= --size= --verbose --exact --zero --version",
      dangers: [
        danger("deletes what it overwrote", "-u --remove=?"),
        overwrites,
        danger("reads a further file", "--random-source=")
      ]
    },
    synonyms: [["-u", "--remove"]]
  },
  {
    names: ["chmod", "chown", "chgrp"],
    writesTo: "operands",
    facts: factsOf("chmod(1), chown(1), chgrp(1)", { writesFiles: "changes who may use files" }),
    closed: {
      source: "chmod(1), chown(1), chgrp(1)",
      options: `-cfvhHLPrwxX --changes --silent --quiet --verbose --dereference --no-dereference --preserve-root
        --from= --version`,
      dangers: [
        danger("changes all that a folder holds", "-R --recursive"),
        danger("does not spare the root folder", "--no-preserve-root"),
        danger("takes its mode or owner from a file", "--reference=")
      ],
      operand: (word, before) =>
        before.length === 0 &&
        (/^[2-7][0-7]{3,}$|^0[2-7][0-7]{3}$/.test(word) ||
          /^[ugoa]*[+=][rwxX]*s/.test(word) ||
          /,[ugoa]*[+=][rwxX]*s/.test(word))
          ? "lets others run it as its owner"
          : undefined
    },
    synonyms: [["-R", "--recursive"]]
  },
  {
    names: ["patch"],
    facts: factsOf("patch(1)", {
      writesFiles: "changes the files that the patch names",
      startsPrograms: "starts version control and ed"
    }),
    closed: {
      source: "patch(1), of GNU patch 2.7",
      options: `-bcElnNRstTuvZ -p= -F= -i= -D= -V= -z= --strip= --fuzz= --ignore-whitespace --context --normal
        --unified --forward --reverse --input= --ifdef= --merge=? --remove-empty-files --set-utc --set-time
        --quoting-style= --backup --backup-if-mismatch --no-backup-if-mismatch --version-control= --suffix= --batch
        --quiet --silent --verbose --dry-run --posix --reject-format= --binary --read-only= --version`,
      dangers: [
        danger(writes, "-o= --output= -r= --reject-file= -B= --prefix= -Y= --basename-prefix="),
        danger("starts an editor", "-e --ed"),
        danger("starts version control", "-g= --get="),
        danger("works in another folder", "-d= --directory="),
        danger("applies what it is not sure of", "-f --force"),
        danger("writes through links", "--follow-symlinks")
      ]
    },
    synonyms: [
      ["-o", "--output"],
      ["-p", "--strip"],
      ["-i", "--input"],
      ["-d", "--directory"]
    ]
  },
  {
    names: ["rsync"],
    writesTo: "last operand",
    facts: factsOf("rsync(1)", {
      startsPrograms: "starts a remote shell and the program of the other side",
      writesFiles: "writes its last operand",
      reachesNetwork: "reaches other machines"
    }),
    closed: {
      source: "rsync(1), of rsync 3.2",
      options: `-aAbcCdDEFghHiIJkKlLmnNoOpPqrRstuUvVWxXySz0468 -B= --info= --debug= --quiet --no-motd --checksum
        --archive --recursive --inc-recursive --no-inc-recursive --relative --no-implied-dirs --no-relative --backup
        --suffix= --update --inplace --append --append-verify --dirs --old-dirs --mkpath --links --no-links
        --copy-links --copy-unsafe-links --safe-links --munge-links --copy-dirlinks --keep-dirlinks --hard-links
        --perms --no-perms --executability --chmod= --acls --xattrs --owner --no-owner --group --no-group --devices
        --specials --times --no-times --atimes --open-noatime --crtimes --omit-dir-times --omit-link-times --sparse
        --preallocate --dry-run --whole-file --no-whole-file --checksum-choice= --one-file-system --block-size=
        --existing --ignore-non-existing --ignore-existing --ignore-missing-args --max-delete= --max-size= --min-size=
        --max-alloc= --partial --delay-updates --prune-empty-dirs --numeric-ids --timeout= --contimeout=
        --ignore-times --size-only --modify-window= --fuzzy --compress --compress-choice= --compress-level=
        --skip-compress= --cvs-exclude --exclude= --include= --from0 --protect-args --secluded-args --blocking-io
        --outbuf= --stats --8-bit-output --human-readable --progress --itemize-changes --out-format=
        --log-file-format= --list-only --bwlimit= --stop-after= --fsync --protocol= --iconv= --checksum-seed= --ipv4
        --ipv6 --version --verbose`,
      dangers: [
        danger("starts a program", "-e= --rsh= --rsync-path= -M= --remote-option= --copy-as="),
        danger(writes, "--log-file= --write-batch= --only-write-batch= --backup-dir= --partial-dir= --temp-dir= -T="),
        danger(
          "deletes files",
          "--delete --del --delete-before --delete-during --delete-delay --delete-after --delete-excluded"
        ),
        danger("deletes files", "--delete-missing-args --remove-source-files --ignore-errors --force"),
        danger(
          "reads the names of files, or its orders, from a file",
          "--files-from= --include-from= --exclude-from= --read-batch="
        ),
        danger(
          "reads the names of files, or its orders, from a file",
          "-f= --filter= --password-file= --config= --early-input="
        ),
        danger("serves others", "--daemon --server --sender --address= --port= --sockopts= --dparam="),
        danger(
          "changes owners, or links to other folders",
          "--super --fake-super --usermap= --groupmap= --chown= --write-devices"
        ),
        danger(
          "changes owners, or links to other folders",
          "--compare-dest= --copy-dest= --link-dest= --old-args --copy-devices"
        ),
        danger("trusts the other side", "--trust-sender --insecure-links")
      ],
      // The host that ssh reaches is chosen as with scp. A daemon accepts anyone, without ssh's keys.
      operand: (word) => (/^rsync:\/\/|^[^/]*::/i.test(word) ? "reaches a server by rsync's own protocol" : undefined)
    },
    synonyms: [
      ["-e", "--rsh"],
      ["-r", "--recursive"],
      ["-a", "--archive"],
      ["-n", "--dry-run"]
    ]
  },
  {
    names: ["truncate"],
    writesTo: "operands",
    facts: factsOf("truncate(1)", { writesFiles: "creates, cuts or lengthens files" }),
    closed: {
      source: "truncate(1)",
      options: "-co -s= --no-create --io-blocks --size= --version",
      dangers: [danger("reads a further file", "-r= --reference=")]
    }
  },
  {
    names: ["mktemp"],
    facts: factsOf("mktemp(1)", { writesFiles: "creates a file or a folder" }),
    closed: {
      source: "mktemp(1)",
      options: "-dqtuV --directory --dry-run --quiet --suffix= --version",
      dangers: [danger("names the folder that is written to", "-p= --tmpdir=?")]
    }
  },
  {
    names: ["dd"],
    facts: factsOf("dd(1)", { writesFiles: "writes the file of=" }),
    closed: {
      source: "dd(1)",
      options: "--version",
      operand: (word) =>
        /^(?:bs|cbs|ibs|obs|conv|count|iflag|oflag|if|seek|skip|status|iseek|oseek)=/.test(word) ? undefined : written
    }
  },
  {
    names: ["split"],
    facts: factsOf("split(1)", {
      writesFiles: "writes the pieces to files",
      startsPrograms: "starts a program by --filter"
    }),
    closed: {
      source: "split(1)",
      options: `-deux0123456789 -a= -b= -C= -l= -n= -t= --additional-suffix= --bytes= --elide-empty-files
        --hex-suffixes=? --line-bytes= --lines= --number= --numeric-suffixes=? --separator= --suffix-length=
        --unbuffered --verbose --version`,
      dangers: [danger("starts a program for each piece", "--filter=")]
    }
  },
  {
    names: ["csplit"],
    facts: factsOf("csplit(1)", { writesFiles: "writes the pieces to files" }),
    closed: {
      source: "csplit(1)",
      options: `-kqsz -b= -f= -n= --digits= --elide-empty-files --keep-files --prefix= --quiet --silent
        --suffix-format= --suppress-matched --version`
    }
  },
  {
    names: ["tee"],
    writesTo: "operands",
    facts: factsOf("tee(1)", { writesFiles: "writes its operands" }),
    closed: {
      source: "tee(1)",
      options: "-aip --append --ignore-interrupts --output-error=? --version",
      operands: { from: 1, reason: written }
    },
    synonyms: [["-a", "--append"]]
  },
  {
    names: ["sponge", "vipe", "rename", "prename", "detox"],
    writesTo: "operands",
    facts: factsOf("the manual of each", {
      writesFiles: "writes or renames its operands",
      startsPrograms: "starts an editor, or runs an expression"
    }),
    dangers: [danger("is a file that is written, or an expression that is run", "*")]
  }
]
