import { danger, type Program } from "./Program.ts"

const writes = "writes a file"

/** Programs that read, compare and rearrange text. Sources: the manual page of each, of GNU coreutils where not named. */
export const textTools: ReadonlyArray<Program> = [
  {
    names: ["sort"],
    facts: {
      startsPrograms: { reason: "starts a program by --compress-program", source: "sort(1)" },
      writesFiles: { reason: "writes a file by -o", source: "sort(1)" }
    },
    closed: {
      source: "sort(1), of GNU coreutils 9.1 and later",
      options: `-bdfgiMhnRrVcCmsuz -k= -t= -S= --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort
        --ignore-nonprinting --month-sort --human-numeric-sort --numeric-sort --random-sort --reverse --sort= --version-sort
        --batch-size= --check=? --debug --key= --merge --stable --buffer-size= --field-separator= --parallel= --unique
        --zero-terminated --version`,
      dangers: [
        danger(writes, "-o=", "--output="),
        danger("starts a program", "--compress-program="),
        danger("writes temporary files in another folder", "-T=", "--temporary-directory="),
        danger("reads the names of files from a file", "--files0-from="),
        danger("reads a further file", "--random-source=")
      ]
    },
    synonyms: [
      ["-o", "--output"],
      ["-T", "--temporary-directory"],
      ["-r", "--reverse"],
      ["-n", "--numeric-sort"],
      ["-u", "--unique"]
    ]
  },
  {
    names: ["uniq"],
    facts: { writesFiles: { reason: "writes its second operand", source: "uniq(1)" } },
    valued: "fsw",
    operands: { from: 2, reason: "is a file that is written" }
  },
  {
    names: ["xxd"],
    facts: { writesFiles: { reason: "writes its second operand", source: "xxd(1)" } },
    valued: "cglnosR",
    operands: { from: 2, reason: "is a file that is written" }
  },
  {
    names: ["split", "csplit"],
    facts: {
      writesFiles: { reason: "writes the pieces to files", source: "split(1), csplit(1)" },
      startsPrograms: { reason: "starts a program by --filter", source: "split(1)" }
    },
    valued: "abCln",
    dangers: [danger("starts a program for each piece", "--filter")]
  },
  {
    names: ["tee"],
    facts: { writesFiles: { reason: "writes its operands", source: "tee(1)" } },
    operands: { from: 1, reason: "is a file that is written" },
    synonyms: [["-a", "--append"]]
  },
  {
    names: ["grep", "egrep", "fgrep", "zgrep"],
    valued: "ABCDdefm",
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
    valued: "ABCdefgjMmrtTE",
    dangers: [
      danger("starts a program for each file", "--pre"),
      danger("starts a program", "--hostname-bin"),
      danger("starts the programs that unpack files", "-z", "--search-zip")
    ],
    synonyms: [
      ["-f", "--file"],
      ["-z", "--search-zip"],
      ["-i", "--ignore-case"]
    ]
  },
  {
    names: ["ag", "ack"],
    facts: {
      startsPrograms: { reason: "starts a pager", source: "ag(1), ack(1)" },
      folderDecides: { reason: "reads the settings of the folder (.ackrc, .agignore)", source: "ag(1), ack(1)" }
    },
    dangers: [danger("starts a program", "--pager", "--output")]
  },
  {
    names: ["diff", "diff3", "sdiff", "colordiff", "cmp"],
    facts: { startsPrograms: { reason: "starts other programs by options", source: "diff3(1), sdiff(1)" } },
    dangers: [danger("starts a program", "--diff-program"), danger(writes, "-o", "--output")]
  },
  {
    names: ["tree"],
    facts: { writesFiles: { reason: "writes a file by -o", source: "tree(1)" } },
    valued: "HILoPT",
    dangers: [danger(writes, "-o", "--output"), danger("writes a file in every folder", "-R")]
  },
  {
    names: ["iconv"],
    facts: { writesFiles: { reason: "writes a file by -o", source: "iconv(1)" } },
    valued: "fot",
    dangers: [danger(writes, "-o", "--output")],
    synonyms: [["-o", "--output"]]
  },
  {
    names: [
      "base64",
      "base32",
      "basenc",
      "od",
      "nl",
      "cut",
      "paste",
      "join",
      "comm",
      "fold",
      "fmt",
      "tr",
      "expand",
      "unexpand",
      "wc",
      "tac",
      "rev",
      "column",
      "strings"
    ],
    dangers: [danger("reads the names of files from a file", "--files0-from")]
  },
  {
    names: ["tail", "head", "cat"],
    synonyms: [
      ["-n", "--lines"],
      ["-c", "--bytes"],
      ["-f", "--follow"]
    ]
  },
  {
    names: ["file"],
    facts: { writesFiles: { reason: "writes a compiled magic file by -C", source: "file(1)" } },
    valued: "eFfmP",
    dangers: [
      danger("writes a compiled magic file", "-C", "--compile"),
      danger("reads another magic file", "-m", "--magic-file"),
      danger("reads the names of files from a file", "-f", "--files-from"),
      danger("starts the programs that unpack files", "-z", "-Z", "--uncompress")
    ]
  },
  {
    names: ["yq"],
    facts: { writesFiles: { reason: "writes a file by -i and -s", source: "the manual of yq" } },
    dangers: [
      danger("changes files in place", "-i", "--inplace", "-y"),
      danger("writes files", "-s", "--split-exp"),
      danger("reads a program from a file", "-f", "--from-file")
    ]
  },
  {
    names: ["xmllint", "xsltproc"],
    facts: {
      writesFiles: { reason: "writes a file by --output", source: "xmllint(1), xsltproc(1)" },
      reachesNetwork: { reason: "fetches what a document names", source: "xmllint(1)" }
    },
    dangers: [danger(writes, "-o", "--output")]
  },
  {
    names: ["pandoc"],
    facts: {
      startsPrograms: { reason: "starts filters and engines", source: "pandoc(1)" },
      writesFiles: { reason: "writes a file by -o", source: "pandoc(1)" },
      reachesNetwork: { reason: "fetches what a document names", source: "pandoc(1)" }
    },
    valued: "Fofrtwd",
    dangers: [
      danger(writes, "-o", "--output", "--extract-media", "--log"),
      danger("starts a program", "-F", "--filter", "-L", "--lua-filter", "--pdf-engine"),
      danger("reads options from a file", "-d", "--defaults")
    ]
  },
  { names: ["shuf", "ptx"], dangers: [danger(writes, "-o", "--output")] }
]
