import { isOutside } from "./outside.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const overwrites = danger("overwrites without asking", "-f --force")
const names = "reads the names of files from a file"

const writes = "writes a file"
const unpacks = factsOf("unrar(1), unar(1)", { writesFiles: "writes what archives hold" })

/** Programs that pack and unpack files in place. Sources: the manual page of each. */
export const packing: ReadonlyArray<Program> = [
  {
    names: ["gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "lzma", "unlzma", "lzip", "compress", "uncompress"],
    writesTo: "operands",
    facts: factsOf("gzip(1), bzip2(1), xz(1)", { writesFiles: "replaces files by packed or unpacked ones" }),
    closed: {
      source: "gzip(1), bzip2(1), xz(1)",
      options: `-cdehklLnNqtvVz0123456789 -T= -M= --best --fast --check= --compress --decompress --uncompress
        --extreme --info-memory --keep --license --list --long-help --lzma2=? --memlimit= --memlimit-compress=
        --memlimit-decompress= --name --no-adjust --no-name --no-sparse --no-warn --quiet --robot --rsyncable
        --single-stream --small --stdout --synchronous --test --threads= --to-stdout --verbose --version`,
      dangers: [
        overwrites,
        danger("replaces all that a folder holds", "-r --recursive"),
        danger("changes how the file is called", "-S= --suffix= -F= --format="),
        danger(names, "--files=? --files0=?")
      ]
    },
    synonyms: [
      ["-d", "--decompress", "--uncompress"],
      ["-f", "--force"],
      ["-k", "--keep"],
      ["-c", "--stdout", "--to-stdout"]
    ]
  },
  {
    names: ["zstd", "unzstd", "lz4", "brotli", "pigz"],
    writesTo: "operands",
    facts: factsOf("zstd(1), lz4(1), brotli(1)", { writesFiles: "writes packed or unpacked files" }),
    closed: {
      source: "zstd(1), of Zstandard 1.5; lz4(1), brotli(1), pigz(1)",
      options: `-cdhHklmqtvVz0123456789 -b=? -e=? -i=? -B=? -M=? -T=? -p= -q= -w= --adapt --asyncio --auto-threads=
        --best --check --no-check --decompress --exclude-compressed --fast=? --format= --keep --list --long=?
        --memory= --no-asyncio --no-dictID --no-progress --no-sparse --processes= --progress --quality= --quiet
        --rsyncable --single-thread --size-hint= --sparse --stdout --stream-size= --test --threads= --to-stdout
        --ultra --verbose --version --lgwin= --no-name`,
      dangers: [
        overwrites,
        danger(
          writes,
          `-o= --output= --output-dir-flat= --output-dir-mirror= --trace= --train --train-cover=? --train-fastcover=?
            -S=`
        ),
        danger("deletes files", "--rm -j -n"),
        danger("replaces all that a folder holds", "-r --recursive"),
        danger("reads a further file", "-D= --filelist= --patch-from= --dictionary=")
      ]
    },
    synonyms: [
      ["-d", "--decompress"],
      ["-f", "--force"],
      ["-k", "--keep"],
      ["-c", "--stdout", "--to-stdout"],
      ["-o", "--output"]
    ]
  },
  {
    names: ["zip"],
    facts: factsOf("zip(1)", {
      writesFiles: "writes archives, and can delete what it packs",
      startsPrograms: "starts a program by -TT"
    }),
    closed: {
      source: "zip(1), of Info-ZIP 3.0",
      // zip may read two letters as one name. No such name is harmless where its two letters are not.
      options: `-0123456789DehjlLqruvXyz -x= -i= -n= -P= -s= -t= -Z= --exclude= --include= --junk-paths --quiet
        --verbose --recurse-paths --update --symlinks --no-extra --no-dir-entries --encrypt --version`,
      dangers: [
        danger("starts a program to test the archive", "-T --test --unzip-command="),
        danger("deletes files", "-mdfFU --move --delete --filesync --freshen --fix --fixfix"),
        danger(writes, "-O= -b= -o --output-file= --out= --logfile-path= --temp-path="),
        danger(names, "-@ -AJ --names-stdin")
      ],
      value: (option, value) =>
        /^-(?:x|i|-exclude|-include)$/.test(option) && value.startsWith("@") ? names : undefined
    },
    synonyms: [
      ["-r", "--recurse-paths"],
      ["-m", "--move"],
      ["-T", "--test"]
    ]
  },
  {
    names: ["zipnote", "zipsplit", "zipcloak"],
    facts: factsOf("zip(1)", { writesFiles: "writes archives" }),
    closed: {
      source: "zipnote(1), zipsplit(1), zipcloak(1), of Zip 3.0",
      options: "-dhilLpqstv -n= -r= --decrypt --license --quiet --version",
      dangers: [danger(writes, "-w -b= -O= --output-file= --temp-path=")]
    }
  },
  {
    names: ["ar", "ranlib"],
    facts: factsOf("ar(1)", { writesFiles: "writes archives, and what they hold" }),
    closed: {
      source: "ar(1)",
      options: "-V --version --target=",
      dangers: [
        danger("loads code", "--plugin="),
        danger("takes orders from its input", "-M"),
        danger("reads words from a file", "@*"),
        danger(writes, "--output=")
      ],
      operand: (word, before) =>
        word.startsWith("@")
          ? "reads words from a file"
          : before.length === 0 && !/^[tpTvO]+$/.test(word)
            ? "changes the archive, or writes what it holds"
            : undefined
    }
  },
  {
    names: ["cpio", "pax"],
    facts: factsOf("cpio(1), pax(1)", {
      writesFiles: "writes archives, and what they hold",
      startsPrograms: "starts a remote shell"
    }),
    closed: {
      source: "cpio(1)",
      options: "-0aAbBcktvV -H= --format= --list --quiet --verbose --numeric-uid-gid -n --null --version",
      dangers: [
        danger("starts a program", "--rsh-command= --rmt-command="),
        danger(
          "writes what the archive holds, or an archive",
          "-i -o -p -O= -F= --file= --extract --create --pass-through -r -w -s= -I="
        ),
        danger(
          "writes what the archive holds, or an archive",
          "-u -d -m --unconditional --make-directories --no-absolute-filenames -D= --directory="
        )
      ]
    }
  },
  {
    names: ["unrar", "rar"],
    facts: unpacks,
    closed: {
      source: "unrar -?, of UNRAR 6",
      style: "words",
      everywhere: true,
      options: "-p* -y -r -r- -inul -idq -idc -idd -idp -idn -ierr -c- -kb -o- -o+ -v -n* -x* -ai -ver* -ts* -mt* -?",
      dangers: [
        danger("writes to another place, or with other words", "-op* -ilog* -cfg* -z* -sfx* -w* -ep3 -n@* -x@*")
      ],
      subcommands: {
        "l la lb lt lta v va vb vt t p": {},
        "x e": {
          asks: "writes what the archive holds",
          operand: (word, before) => (before.length > 0 && isOutside(word) ? "is outside of the folder" : undefined)
        },
        "a c ch cv d f i k m mf r rc rn rr rv s u": { asks: "changes archives" }
      }
    }
  },
  {
    names: ["unar"],
    facts: unpacks,
    closed: {
      source: "unar(1), of The Unarchiver 1.10",
      style: "words",
      options: `-r -force-rename -s -force-skip -d -force-directory -D -no-directory -p= -password= -e= -encoding= -E=
        -password-encoding= -i -indexes -nr -no-recursion -t -copy-time -k= -forks= -q -quiet -v -version -h -help`,
      dangers: [
        danger("writes to another folder", "-o= -output-directory="),
        danger("overwrites files", "-f -force-overwrite")
      ]
    }
  }
]
