import { danger, type Program } from "./Program.ts"

const grep = `-EFGPivwxcLloqshHnTUZzrRaIubyV0123456789 -e= -f= -m= -A= -B= -C= -D= -d= --extended-regexp --fixed-strings
  --basic-regexp --perl-regexp --ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --count --color=?
  --colour=? --files-without-match --files-with-matches --max-count= --only-matching --quiet --silent --no-messages
  --byte-offset --with-filename --no-filename --label= --line-number --initial-tab --unix-byte-offsets --null
  --after-context= --before-context= --context= --text --binary-files= --devices= --directories= --exclude= --exclude-from=
  --exclude-dir= --include= --recursive --dereference-recursive --line-buffered --binary --null-data --regexp= --file=
  --version`

const find = `-H -L -P -O* -D= -a -and -o -or -not -amin= -anewer= -atime= -cmin= -cnewer= -context= -ctime= -d -daystart
  -depth -empty -executable -false -follow -fstype= -gid= -group= -help -ignore_readdir_race -ilname= -iname= -inum= -ipath=
  -iregex= -iwholename= -links= -lname= -ls -maxdepth= -mindepth= -mmin= -mount -mtime= -name= -newer*= -nogroup
  -noignore_readdir_race -noleaf -nouser -nowarn -path= -perm= -print -print0 -printf= -prune -quit -readable -regex=
  -regextype= -samefile= -size= -true -type= -uid= -used= -user= -version -warn -wholename= -writable -xdev -xtype=`

const rg = `-abcFHhIiLlNnoPpqSsUuVvwx0. -A= -B= -C= -d= -E= -e= -f= -g= -j= -M= -m= -r= -T= -t= --after-context=
  --auto-hybrid-regex --before-context= --binary --block-buffered --byte-offset --case-sensitive --color= --colors= --column
  --context= --context-separator= --count --count-matches --crlf --debug --dfa-size-limit= --encoding= --engine=
  --field-context-separator= --field-match-separator= --file= --files --files-with-matches --files-without-match
  --fixed-strings --follow --generate= --glob= --glob-case-insensitive --heading --hidden --hyperlink-format= --iglob=
  --ignore-case --ignore-file= --ignore-file-case-insensitive --include-zero --invert-match --json --line-buffered
  --line-number --line-regexp --max-columns= --max-columns-preview --max-count= --max-depth= --max-filesize= --mmap
  --multiline --multiline-dotall --no-config --no-context-separator --no-filename --no-heading --no-ignore --no-ignore-dot --no-ignore-exclude
  --no-ignore-files --no-ignore-global --no-ignore-messages --no-ignore-parent --no-ignore-vcs --no-line-number --no-messages
  --no-mmap --no-auto-hybrid-regex --no-block-buffered --no-byte-offset
  --no-column --no-crlf --no-encoding --no-fixed-strings --no-follow --no-glob-case-insensitive --no-hidden
  --no-ignore-file-case-insensitive --no-include-zero --no-invert-match --no-json --no-line-buffered
  --no-max-columns-preview --no-multiline --no-multiline-dotall --no-one-file-system --no-pcre2 --no-pre --no-search-zip
  --no-sort-files --no-stats --no-text --no-trim --ignore --ignore-dot --ignore-exclude --ignore-files --ignore-global
  --ignore-messages --ignore-parent --ignore-vcs --messages --require-git --no-pcre2-unicode --no-require-git --no-unicode --null --null-data --one-file-system --only-matching
  --passthru --path-separator= --pcre2 --pcre2-version --pre-glob= --pretty --quiet --regex-size-limit= --regexp= --replace=
  --smart-case --sort= --sortr= --stats --stop-on-nonmatch --text --threads= --trace --trim --type= --type-add= --type-clear=
  --type-list --type-not= --unicode --unrestricted --version --vimgrep --with-filename --word-regexp`

const fd = `-0 -1 -aFgHhIiLpqsuV -c= -d= -E= -e= -j= -o= -S= -t= --absolute-path --and= --batch-size= --case-sensitive
  --change-newer-than= --change-older-than= --changed-after= --changed-before= --changed-within= --color= --exact-depth= --exclude= --extension= --fixed-strings
  --follow --format= --full-path --glob --has-results --hidden --hyperlink=? --ignore-case --ignore-vcs --literal --max-buffer-time= --max-depth=
  --max-results= --min-depth= --newer= --no-follow --no-hidden --no-ignore --no-ignore-parent --no-ignore-vcs
  --no-require-git --older= --one-file-system --owner= --path-separator= --print0 --prune --quiet --regex --relative-path
  --search-path= --show-errors --size= --strip-cwd-prefix=? --threads= --type= --unrestricted --version`

/**
 * Programs that look for files, and for text in files. Sources: the manual page of each, and `rg --help`, `fd --help`.
 */
export const searching: ReadonlyArray<Program> = [
  {
    names: ["grep", "egrep", "fgrep", "zgrep", "zegrep", "zfgrep", "ggrep"],
    closed: { source: "grep(1), of GNU grep 3.8", options: grep },
    synonyms: [
      ["-r", "--recursive"],
      ["-R", "--dereference-recursive"],
      ["-i", "--ignore-case"],
      ["-f", "--file"],
      ["-e", "--regexp"],
      ["-l", "--files-with-matches"]
    ]
  },
  {
    names: ["rg"],
    facts: {
      startsPrograms: { reason: "starts a program by --pre and --hostname-bin", source: "rg(1)" },
      folderDecides: { reason: "reads the ignore files of the folder", source: "rg(1)" }
    },
    closed: {
      source: "rg(1), of ripgrep 14",
      options: rg,
      dangers: [
        danger("starts a program for each file", "--pre="),
        danger("starts a program", "--hostname-bin="),
        danger("starts the programs that unpack files", "-z", "--search-zip")
      ]
    },
    synonyms: [
      ["-f", "--file"],
      ["-z", "--search-zip"],
      ["-i", "--ignore-case"]
    ]
  },
  {
    names: ["ag"],
    facts: {
      startsPrograms: { reason: "starts a pager", source: "ag(1)" },
      folderDecides: { reason: "reads the settings of the folder (.agignore)", source: "ag(1)" }
    },
    closed: {
      source: "ag(1)",
      options: `-acDfFgGHiLlnoQrRsStuUvVwW -A= -B= -C= -m= --ackmate --affinity --after= --before= --all-text --all-types
        --break --color --column --context= --count --debug --depth= --file-search-regex= --files-with-matches
        --files-without-matches --filename --fixed-strings --follow --group --heading --hidden --ignore= --ignore-case
        --ignore-dir= --invert-match --line-numbers --list-file-types --literal --match --max-count= --mmap --nobreak
        --nocolor --nofilename --nogroup --noheading --nonumbers --norecurse --null --numbers --one-device --only-matching
        --parallel --passthrough --print-long-lines --print-all-files --recurse --search-binary --silent
        --skip-vcs-ignores --smart-case --stats --stats-only --unrestricted --version --vimgrep --width= --word-regexp
        --workers= --case-sensitive`,
      dangers: [
        danger("starts a program", "--pager="),
        danger("starts the programs that unpack files", "-z", "--search-zip"),
        danger("reads a file of patterns", "-p=", "--path-to-ignore=")
      ]
    }
  },
  {
    names: ["ack"],
    facts: {
      startsPrograms: { reason: "starts a pager", source: "ack(1)" },
      folderDecides: { reason: "reads the settings of the folder (.ackrc)", source: "ack(1)" }
    },
    closed: {
      source: "ack(1)",
      options: `-achHiIkLlnoQrRsSvwf1 -A= -B= -C= -g= -m= -t= -T= -p=? --[no-]break --[no-]color --[no-]colour --column
        --count --[no-]filename --files-with-matches --files-without-matches --[no-]follow --[no-]group --[no-]heading
        --ignore-case --no-ignore-case --ignore-dir= --ignore-directory= --ignore-file= --invert-match --known-types
        --lines= --literal --match= --max-count= --not= --and= --or= --noenv --nopager --passthru --print0 --proximate=?
        --range-start= --range-end= --[no-]recurse --show-types --smart-case --no-smart-case --sort-files --type= --help-types
        --word-regexp --version --js --ts --json --html --css --python --ruby --rust --go --java --cc --cpp --perl --php
        --shell --sql --xml --yaml --markdown --make --noignore-dir= --underline`,
      dangers: [
        danger("starts a program", "--pager="),
        danger("writes what an expression makes", "--output="),
        danger("reads the names of files from elsewhere", "-x", "--files-from="),
        danger("reads settings from a file", "--ackrc=")
      ]
    }
  },
  {
    names: ["find"],
    facts: {
      startsPrograms: { reason: "starts programs by -exec, -execdir, -ok and -okdir", source: "find(1)" },
      writesFiles: {
        reason: "deletes by -delete, and writes by -fprint, -fprint0, -fprintf and -fls",
        source: "find(1)"
      }
    },
    closed: {
      source: "find(1), of GNU findutils 4.9",
      style: "words",
      options: find,
      dangers: [
        danger("starts a program for what it finds", "-exec*", "-ok*"),
        danger("deletes what it finds", "-delete"),
        danger("writes a file", "-fprintf==", "-fprint=", "-fprint0=", "-fls="),
        danger("reads the names of folders from a file", "-files0-from=")
      ]
    }
  },
  {
    names: ["fd", "fdfind"],
    facts: { startsPrograms: { reason: "starts programs by -x and -X", source: "fd(1)" } },
    closed: {
      source: "fd(1), of fd 10",
      options: fd,
      dangers: [
        danger("starts a program for what it finds", "-x=", "-X=", "--exec=", "--exec-batch="),
        danger("starts ls", "-l", "--list-details"),
        danger("works in another folder", "-C=", "--base-directory="),
        danger("reads a file of patterns", "--ignore-file=")
      ]
    },
    synonyms: [
      ["-x", "--exec"],
      ["-X", "--exec-batch"]
    ]
  },
  {
    names: ["locate", "plocate", "mlocate"],
    closed: {
      source: "plocate(1)",
      options: `-AabceiLlNpPrSsw0V -l= -n= --all --basename --count --existing --ignore-case --limit= --literal --null
        --quiet --regexp= --regex --statistics --wholename --version`,
      dangers: [danger("reads another database", "-d=", "--database=")]
    }
  },
  {
    names: ["updatedb"],
    facts: { writesFiles: { reason: "writes a database", source: "updatedb(8)" } },
    closed: {
      source: "updatedb(8), of plocate 1.1",
      options: `-vVh -l= -U= -n= --require-visibility= --verbose --database-root= --prunenames= --prunefs= --prunepaths=
        --add-prunenames= --add-prunefs= --add-prunepaths= --add-single-prunepath= --prune-bind-mounts= --debug-pruning
        --version`,
      dangers: [danger("writes another database", "-o= --output= -e= --block-size=")]
    }
  },
  {
    names: ["tree"],
    facts: { writesFiles: { reason: "writes a file by -o", source: "tree(1)" } },
    closed: {
      // The value of a letter is the next word, wherever in a bundle the letter stands.
      source: "tree(1), of tree 2.1",
      options: `-aAcCdDfFghHiIJlLnNpPqQrsStTuUvxX0123456789 --acl --charset= --device --dirsfirst --du --fflinks --filelimit=
        --filesfirst --gitignore --hintro= --houtro= --ignore-case --info --inodes --matchdirs --metafirst --nolinks
        --noreport --prune --si --sort= --timefmt= --version`,
      dangers: [
        danger("writes a file", "-o=", "--output="),
        danger("writes a file in every folder", "-R"),
        danger("reads the names of files from a file", "--fromfile", "--fromtabfile", "--gitfile=", "--infofile=")
      ]
    }
  }
]
