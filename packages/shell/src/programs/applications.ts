import { danger, type Program, type ProgramFacts } from "./Program.ts"

const starts = (reason: string, source: string): ProgramFacts => ({ startsPrograms: { reason, source } })

/** Programs that open, convert, test and check what they are given, by code that is not their own. Sources: the manual of each. */
export const applications: ReadonlyArray<Program> = [
  {
    names: [
      "xdg-open",
      "open",
      "start",
      "gio",
      "sensible-browser",
      "x-www-browser",
      "wl-copy",
      "xclip",
      "notify-send",
      "xdotool"
    ],
    facts: {
      ...starts("starts the program that is registered for its operand", "xdg-open(1)"),
      reachesNetwork: { reason: "opens addresses in a browser", source: "xdg-open(1)" }
    }
  },
  {
    names: [
      "ffmpeg",
      "ffprobe",
      "convert",
      "magick",
      "mogrify",
      "gs",
      "ghostscript",
      "latex",
      "pdflatex",
      "xelatex",
      "lualatex",
      "tex",
      "dot",
      "inkscape",
      "libreoffice",
      "soffice",
      "exiftool"
    ],
    hasWordOptions: true,
    facts: {
      ...starts(
        "starts helpers, or runs what documents and options say",
        "ffmpeg(1), ImageMagick(1), gs(1), pdftex(1)"
      ),
      writesFiles: { reason: "writes what it makes", source: "ffmpeg(1), ImageMagick(1)" },
      reachesNetwork: { reason: "reads and writes addresses", source: "ffmpeg-protocols(1), ImageMagick(1)" }
    },
    dangers: [
      danger("starts programs from documents", "-shell-escape", "--shell-escape", "-enable-write18", "-dNOSAFER"),
      danger("reads options or code from a file", "-config*", "-filter_script*", "@*")
    ]
  },
  {
    names: [
      "mocha",
      "ava",
      "rspec",
      "phpunit",
      "biome",
      "webpack",
      "vite",
      "rollup",
      "esbuild",
      "next",
      "tsup",
      "playwright",
      "cypress"
    ],
    facts: {
      ...starts("runs the code and the settings of the project", "the manual of each"),
      writesFiles: { reason: "writes reports, caches, builds or corrected files", source: "the manual of each" },
      folderDecides: { reason: "takes orders from the project's files", source: "the manual of each" }
    }
  }
]
