import { danger, type Program, type ProgramFacts } from "./Program.ts"

const unpacks = (reason: string, source: string): ProgramFacts => ({ writesFiles: { reason, source } })

/** Programs that pack and unpack. Sources: tar(1), cpio(1), zip(1), unzip(1), gzip(1), xz(1), zstd(1), 7z(1), ar(1). */
export const archivers: ReadonlyArray<Program> = [
  {
    names: ["tar", "gtar", "bsdtar"],
    facts: {
      startsPrograms: { reason: "starts programs by options, and to compress", source: "tar(1)" },
      writesFiles: { reason: "writes archives, and what they hold", source: "tar(1)" },
      reachesNetwork: { reason: "reaches another machine for an archive named host:file", source: "tar(1)" }
    },
    valued: "bCfFgHIKLNTVX",
    dangers: [
      danger(
        "starts a program",
        "--to-command",
        "-I",
        "--use-compress-program",
        "-F",
        "--info-script",
        "--new-volume-script",
        "--rsh-command",
        "--rmt-command"
      ),
      danger("runs an action, which can start a program", "--checkpoint-action"),
      danger("works in another folder", "-C", "--directory", "--cd"),
      danger("writes outside the folder", "-P", "--absolute-names"),
      danger("writes a file", "--index-file", "-g", "--listed-incremental", "--volno-file"),
      danger("deletes files", "--remove-files", "--delete", "--recursive-unlink", "--unlink-first", "-U"),
      danger("reads words from a file, which can be options", "-T", "--files-from")
    ],
    inspect: (words) => {
      const [first] = words
      // The first word may be a bundle without a dash.
      if (first === undefined || !/^[A-Za-z]+$/.test(first) || !/[IFCPgTU]/.test(first)) return []
      return [{ word: first, reason: "holds options that start programs, or read or write elsewhere" }]
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
    names: ["cpio", "pax"],
    facts: {
      ...unpacks("writes archives, and what they hold", "cpio(1), pax(1)"),
      startsPrograms: { reason: "starts a remote shell", source: "cpio(1)" }
    },
    valued: "CEFHIMORV",
    dangers: [
      danger("starts a program", "--rsh-command", "--rmt-command"),
      danger("writes a file", "-O", "-F", "--file")
    ]
  },
  {
    names: ["zip", "zipsplit", "zipnote", "zipcloak"],
    facts: {
      ...unpacks("writes archives, and can delete what it packs", "zip(1)"),
      startsPrograms: { reason: "starts a program by -TT", source: "zip(1)" }
    },
    valued: "bnOtx",
    dangers: [
      danger("starts a program to test the archive", "-T", "-TT*", "--test", "--unzip-command"),
      danger("deletes files", "-m", "--move", "-d", "--delete"),
      danger("writes a file", "-O", "--output-file", "-lf", "--logfile-path")
    ],
    synonyms: [
      ["-r", "--recurse-paths"],
      ["-m", "--move"],
      ["-T", "--test"]
    ]
  },
  {
    names: ["unzip", "unrar", "unar", "7z", "7za", "7zr", "7zz"],
    facts: unpacks("writes what archives hold", "unzip(1), 7z(1)"),
    valued: "dPx",
    dangers: [danger("writes to another folder", "-d", "-o*"), danger("writes outside the folder", "-:")]
  },
  {
    names: [
      "gzip",
      "gunzip",
      "bzip2",
      "bunzip2",
      "xz",
      "unxz",
      "lzma",
      "unlzma",
      "zstd",
      "unzstd",
      "lz4",
      "compress",
      "uncompress",
      "lzip",
      "brotli"
    ],
    facts: unpacks("replaces files by packed or unpacked ones", "gzip(1), bzip2(1), xz(1), zstd(1)"),
    dangers: [
      danger("writes a file", "-o", "--output", "--output-dir-flat"),
      danger("deletes files", "--rm"),
      danger("overwrites without asking", "-f", "--force")
    ],
    synonyms: [
      ["-d", "--decompress", "--uncompress"],
      ["-f", "--force"],
      ["-k", "--keep"],
      ["-c", "--stdout", "--to-stdout"]
    ]
  },
  {
    names: ["ar", "ranlib", "jar"],
    facts: unpacks("writes archives, and what they hold", "ar(1), jar(1)"),
    dangers: [danger("reads words from a file", "@*")]
  }
]
