import type { ClosedList } from "./ClosedList.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const keeps: ClosedList = { asks: "keeps or takes away files" }
const changes: ClosedList = { asks: "changes or deletes what is kept" }
const opens: ClosedList = { asks: "opens a way to what is kept, or to a person's keys" }
const starts = "starts a program"
const password = "reads a password or a setting from a file"
const lists = "reads names from a file"
const facts = factsOf("the manual of each", {
  writesFiles: "keeps files, and writes what was kept",
  reachesNetwork: "reaches where files are kept",
  startsPrograms: "starts helpers that its settings name"
})

const excludes = "--exclude= -e= -x --one-file-system --exclude-caches --exclude-if-present= --tag= -n --dry-run"

const restic: ClosedList = {
  source: "restic(1), and the page of each subcommand, of restic 0.14",
  everywhere: true,
  options: `-qv -r= --repo= --json --quiet --verbose=? --no-lock --no-cache --limit-download= --limit-upload= --pack-size=
    --key-hint= --compression= --cleanup-cache --retry-lock=`,
  dangers: [
    danger(starts, "--password-command=", "-o=", "--option="),
    danger(password, "-p= --password-file= --repository-file= --cacert= --tls-client-cert= --insecure-tls --cache-dir=")
  ],
  subcommands: {
    "snapshots ls find diff stats list check version help cat": {
      options: `-c -H= -g= --compact --host= --tag= --path= --latest= --group-by= --long -l --recursive --oldest= -O= --newest= -N= -i
        --ignore-case --show-pack-id --mode= --metadata --read-data --read-data-subset= --human-readable --sort=
        --snapshot= -s=`
    },
    backup: {
      ...keeps,
      options: `${excludes} -H= --host= --iexclude= --exclude-larger-than= --force -f --ignore-ctime --ignore-inode --parent= --with-atime --time=`,
      dangers: [
        danger(
          lists,
          "--exclude-file= --iexclude-file= --files-from= --files-from-raw= --files-from-verbatim= --stdin --stdin-from-command"
        )
      ]
    },
    restore: {
      ...keeps,
      options: `-e= -i= -H= -t= --exclude= --include= --host= --tag= --path= --verify --dry-run
      --target=`
    },
    "forget prune": {
      ...changes,
      options: `-nc -g= -l= -H= -d= -w= -m= -y= --keep-last= --keep-hourly= --keep-daily=
      --keep-weekly= --keep-monthly= --keep-yearly= --keep-within= --keep-tag= --host= --tag= --path= --prune
      --dry-run --compact --group-by= --max-unused=`
    },
    "init copy key migrate rebuild-index repair recover rewrite tag unlock": changes,
    "mount dump cache self-update generate": opens
  }
}

const borg: ClosedList = {
  source: "borg(1), and the page of each subcommand, of Borg 1.2",
  everywhere: true,
  options: `-vp --critical --error --warning --info --verbose --debug --progress --iec --log-json --lock-wait= --show-version --show-rc
    --umask= --remote-ratelimit= --upload-ratelimit= --version -V`,
  dangers: [
    danger(starts, "--remote-path= --rsh="),
    danger("writes a file", "--debug-profile="),
    danger("works without a lock", "--bypass-lock")
  ],
  subcommands: {
    "list info diff rlist rinfo check version help": {
      options: `-P= -a= -e= --short --format= --json --json-lines --prefix= --glob-archives= --sort-by= --first= --last= --exclude=
        --pattern= --numeric-ids --same-chunker-params --sort --content-only --repository-only --archives-only
        --verify-data
        --max-duration= --save-space --consider-checkpoints --match-archives=`,
      dangers: [danger(lists, "--exclude-from= --patterns-from="), danger("changes what is kept", "--repair")]
    },
    create: {
      ...keeps,
      options: `-nsxe= -C= -c= --dry-run --stats --list --filter= --json --exclude= --pattern= --exclude-caches --exclude-if-present=
        --keep-exclude-tags --exclude-nodump --one-file-system --numeric-ids --noatime --atime --noctime --nobirthtime
        --noflags
        --noacls --noxattrs --sparse --files-cache= --comment= --timestamp= --checkpoint-interval= --chunker-params=
        --compression=`,
      dangers: [
        danger(starts, "--content-from-command --paths-from-command"),
        danger(
          lists,
          `--exclude-from=
        --patterns-from= --paths-from-stdin --read-special`
        )
      ]
    },
    "prune delete compact": {
      ...changes,
      options: `-nsP= -a= --dry-run --list --stats --keep-within= --keep-secondly=
      --keep-minutely= --keep-hourly= -H= --keep-daily= -d= --keep-weekly= -w= --keep-monthly= -m= --keep-yearly= -y=
      --glob-archives= --save-space --threshold=`
    },
    extract: {
      ...keeps,
      options: `-ne= --list --dry-run --numeric-ids --strip-components= --exclude= --pattern=
      --sparse --noacls --noxattrs`
    },
    "init rcreate recreate rename import-tar key upgrade config break-lock change-passphrase benchmark transfer":
      changes,
    "serve mount umount export-tar with-lock debug": opens
  }
}

const rclone: ClosedList = {
  source: "rclone(1), of rclone 1.60",
  everywhere: true,
  options: `-nvqP --dry-run --verbose --quiet --progress --stats= --stats-one-line --transfers= --checkers= --bwlimit= --exclude= --include=
    -f= --filter= --max-depth= --min-age= --max-age= --min-size= --max-size= --fast-list --checksum -c --size-only
    --human-readable
    --log-level= --retries= --timeout= --contimeout= --update -u --use-json-log --tpslimit= --max-transfer=
    --ignore-existing
    --ignore-case --order-by= --no-traverse --drive-shared-with-me`,
  dangers: [
    danger(starts, "--password-command= --sftp-ssh= --webdav-bearer-token-command= --metadata-mapper="),
    danger(
      password,
      `--config= --exclude-from= --include-from= --filter-from= --files-from= --files-from-raw=
      --exclude-if-present=`
    ),
    danger("writes a file, or opens a port", "--log-file= --cache-dir= --temp-dir= --backup-dir= --rc --rc-*"),
    danger(
      "deletes what is not in the source",
      `--delete-excluded --delete-before --delete-during --delete-after
      --immutable`
    )
  ],
  subcommands: {
    "ls lsd lsl lsf lsjson size tree about version listremotes check cryptcheck hashsum md5sum sha1sum help completion":
      {
        options: `-RdDFpst -a --long --recursive --dirs-only --files-only --format= --separator= --hash= --csv --json
        --full --one-way --download --absolute --human --no-mimetype --no-modtime`,
        dangers: [
          danger(
            "writes a file",
            `-o= --output= --output-file= --combined= --missing-on-src= --missing-on-dst=
        --match= --differ= --error= -C= --checkfile=`
          )
        ]
      },
    cat: { asks: "shows what is kept" },
    "copy copyto sync move moveto bisync": {
      ...keeps,
      options: `--create-empty-src-dirs --delete-empty-src-dirs
      --track-renames --resync`
    },
    "delete deletefile purge mkdir rmdir rmdirs cleanup dedupe touch settier copyurl rcat backend": changes,
    "config serve mount nfsmount rcd rc obscure link selfupdate authorize ncdu test": opens
  }
}

/** The operands of duplicity are URLs, and their order decides what is done. */
const duplicity: ClosedList = {
  source: "duplicity(1), of duplicity 1.2",
  options: `-v= --verbosity= --version -V --no-encryption --dry-run --name= --time= -t= --full-if-older-than=
    --exclude= --include= --allow-source-mismatch --progress --timeout= --num-retries= --volsize= --encrypt-key=
    --sign-key= --no-print-statistics`,
  dangers: [
    danger(starts, "--gpg-binary= --gpg-options= --ssh-options= --rsync-options= --par2-options= --pydevd"),
    danger(
      lists,
      `--exclude-filelist= --include-filelist= --files-from= --exclude-if-present= --archive-dir=
      --tempdir= --log-file= --log-fd= --ssl-*`
    ),
    danger("deletes what is kept", "--force --file-to-restore= --use-agent")
  ],
  subcommands: {
    "collection-status list-current-files verify": {
      options: `--show-changes-in-set= --file-changed= --compare-data
      --jsonstat`
    },
    "full incremental incr inc backup restore": keeps,
    "cleanup remove-older-than remove-all-but-n-full remove-all-inc-of-but-n-full replicate": changes
  }
}

const kopia: ClosedList = {
  source: "kopia --help, of Kopia 0.18",
  everywhere: true,
  options: "--json -a --all --[no-]progress --log-level= --verbose --version",
  dangers: [danger(password, "--config-file= -p= --password= --log-dir= --cache-directory= --log-file=")],
  subcommands: {
    "snapshot snap": {
      subcommands: {
        "list ls verify": {
          options: `-l= -n= --tags= --max-results= --storage-stats --delta
        --show-identical --human-readable`
        },
        "create delete restore expire migrate pin fix copy-history move-history estimate": keeps
      }
    },
    "list ls diff": { options: "-lrRo --long --recursive --show-object-id" },
    repository: {
      subcommands: {
        status: {},
        "connect create disconnect sync-to change-password repair set-client set-parameters throttle upgrade validate-provider":
          opens
      }
    },
    policy: { subcommands: { "list show get ls": { options: "--global" }, "set delete edit export import": changes } },
    "restore show": keeps,
    "server mount maintenance content blob index manifest cache logs session notification user acl benchmark": opens
  }
}

/** Programs that keep copies of files in other places. Sources: the manual of each. */
export const backups: ReadonlyArray<Program> = [
  { names: ["restic"], facts, closed: restic },
  { names: ["borg"], facts, closed: borg },
  { names: ["rclone"], facts, closed: rclone },
  { names: ["duplicity"], facts, closed: duplicity },
  { names: ["kopia"], facts, closed: kopia }
]
