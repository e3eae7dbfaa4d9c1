import { describe, expect, it } from "vitest"
import { readHelp } from "../src/readHelp.ts"
import { readManual } from "../src/readManual.ts"

/** Returns the options of a text in the notation of a program's file. */
const optionsIn = (text: string) =>
  readHelp(text)
    .options.map(({ name, value }) => `${name}${value}`)
    .join(" ")

describe("readHelp", () => {
  it.each([
    [
      "GNU",
      "  -a, --all   all of them\n  -o, --output=FILE  writes to FILE\n      --color[=WHEN]  in colours\n",
      "-a --all -o= --output= --color=?"
    ],
    ["clap", "  -e, --regexp <PATTERN>  A pattern\n      --no-config\n", "-e= --regexp= --no-config"],
    ["cobra", "  -f, --file string   Name of a file\n      --pull   Always pull\n", "-f= --file= --pull"],
    ["argparse", "usage: x [-h] [--out OUT]\n\noptions:\n  -h, --help  show this\n  --out OUT\n", "-h --help --out="],
    [
      "git",
      "usage: git log [-v | --version] [--[no-]patch]\n\n    -q, --[no-]quiet      be silent\n",
      "-q --quiet --no-quiet -v --version --patch --no-patch"
    ],
    [
      "words with one dash",
      "  -detailed-exitcode   Another status.\n  -var 'foo=bar'  A value.\n",
      "-detailed-exitcode -var"
    ],
    ["a slash between names", "  -n / --dry-run  do nothing\n", "-n --dry-run"],
    ["dpkg", "  -b|--build <folder>  make it\n", "-b= --build="],
    [
      "prose",
      "  --all  all of them, unless\n         --some is given\n\n  The text names\n  --other as well.\n",
      "--all"
    ],
    [
      "words beside an option",
      "  -o FILE --output FILE  to it\n  --all takes what the -b option leaves\n",
      "-o= --output= --all"
    ],
    ["examples", "  -a  all\n\nEXAMPLES\n  --other\n\nSEE ALSO\n  -b  both\n", "-a -b"],
    [
      "numbers and lines",
      "  -NUM   same as --context=NUM\n  -#  a level\n  --list-{a,b}  lists\n  ------\n  - an item\n",
      ""
    ],
    ["colours and bold letters", "  \u001b[1m-a\u001b[0m, \u001b[1m--all\u001b[0m  x\n  -\b-b\bb  y\n", "-a --all -b"]
  ])("reads options as %s writes them", (_how, text, options) => {
    expect(optionsIn(text)).toBe(options)
  })

  it("reads the subcommands under their heading", () => {
    const text =
      "Usage: x COMMAND\n\nManagement Commands:\n  image       Manage images\n  volume      Manage volumes\n\nOptions:\n  -v  verbose\n"
    expect([...readHelp(text).subcommands.keys()]).toEqual(["image", "volume"])
  })
})

describe("readManual", () => {
  it("reads man and mdoc", () => {
    const man =
      '.TH X 1\n.SH OPTIONS\n.TP\n\\fB\\-n\\fR, \\fB\\-\\-quiet\\fR\nbe silent\n.TP\n.BR \\-o ", " \\-\\-output=FILE\nwrite\n.IP "\\-z" 4\nzero\n'
    expect(optionsIn(readManual(Buffer.from(man)))).toBe("-n --quiet -o= --output= -z")
    const mdoc = ".Dd May 1\n.Sh OPTIONS\n.Bl -tag\n.It Fl a , Fl Fl all\nall\n.It Fl o Ar file\nwrite\n.El\n"
    expect(optionsIn(readManual(Buffer.from(mdoc)))).toBe("-a --all -o=")
  })
})
