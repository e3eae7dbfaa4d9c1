import { isHarmlessAwk } from "./awkProgram.ts"
import { codeFromInput } from "./ordersFromInput.ts"
import { danger, type Program } from "./Program.ts"
import { isHarmlessSed } from "./sedScript.ts"

const sedReason =
  "is a script that may write files or start programs (the commands w, W, e, r, and the flags w and e of s)"
const awkReason = "is a program that may write files or start programs (system(), redirections, pipes, getline, @load)"

const sedScript = (script: string) => (isHarmlessSed(script) ? undefined : sedReason)
const awkProgram = (text: string) => (isHarmlessAwk(text) ? undefined : awkReason)

const dcOrders = "holds orders, among which ! starts programs"

/** Programs that run a small language of their own. Sources: sed(1), awk(1p), gawk(1), bc(1), dc(1). */
export const scripts: ReadonlyArray<Program> = [
  {
    names: ["sed"],
    facts: {
      startsPrograms: {
        reason: "starts programs by the command e and the flag e of s",
        source: "the manual of GNU sed, 3.8 and 3.3"
      },
      writesFiles: { reason: "writes files by -i, and by the commands w and W", source: "sed(1)" }
    },
    closed: {
      source: "the manual of GNU sed 4.9, 2.2",
      options: `-nErsuzb -e= -l= --debug --expression= --line-length= --null-data --posix --quiet --regexp-extended --sandbox
        --separate --silent --unbuffered --zero-terminated --binary --version`,
      dangers: [
        danger("changes files in place", "-i=?", "--in-place=?"),
        danger("reads a script from a file, which may write files or start programs", "-f=", "--file="),
        danger("writes through links", "--follow-symlinks")
      ],
      value: (option, value) => (/^-(?:e|-expression)$/.test(option) ? sedScript(value) : undefined),
      // The first operand is the script, unless an option is.
      operand: (word, before, given) =>
        before.length > 0 || given.has("-e") || given.has("--expression") ? undefined : sedScript(word)
    },
    synonyms: [
      ["-i", "--in-place"],
      ["-e", "--expression"],
      ["-f", "--file"],
      ["-n", "--quiet", "--silent"],
      ["-E", "-r", "--regexp-extended"]
    ]
  },
  {
    names: ["awk", "gawk", "mawk", "nawk", "original-awk"],
    facts: {
      startsPrograms: { reason: "starts programs by system() and by pipes", source: "awk(1p), gawk(1)" },
      writesFiles: { reason: "writes files by redirections of print", source: "awk(1p)" },
      reachesNetwork: { reason: "reaches the network by /inet/ names", source: "gawk(1)" }
    },
    closed: {
      source: "gawk(1), mawk(1)",
      options: `-bcCgIMnNOPrsStV -F= -L=? -v= --assign= --bignum --characters-as-bytes --copyright --csv -k --field-separator=
        --gen-pot --lint=? --lint-old --no-optimize --non-decimal-data --optimize --posix --re-interval --sandbox
        --traditional --use-lc-numeric --version`,
      dangers: [
        danger(
          "reads a program from a file, which may write files or start programs",
          "-f=",
          "--file=",
          "-E=",
          "--exec="
        ),
        danger("loads code, or changes files in place", "-i=", "--include=", "-l=", "--load="),
        danger("is a part of a program", "-e=", "--source="),
        danger("writes a file", "-d=?", "--dump-variables=?", "-o=?", "--pretty-print=?", "-p=?", "--profile=?"),
        danger("takes orders from standard input", "-D=?", "--debug=?"),
        danger("sets an option of an implementation", "-W=")
      ],
      operand: (word, before) => (before.length > 0 ? undefined : awkProgram(word))
    },
    synonyms: [
      ["-f", "--file"],
      ["-F", "--field-separator"],
      ["-v", "--assign"]
    ]
  },
  {
    names: ["dc"],
    facts: { startsPrograms: { reason: "starts programs by the command !", source: "dc(1)" } },
    closed: {
      source: "dc(1), of GNU bc 1.07",
      options: "-hV -e= --expression= --version",
      dangers: [danger(dcOrders, "-f= --file=")],
      value: (_option, value) => (/^[\d\s.+*/%^~pnfkvcdrKioIO_-]*$/.test(value) ? undefined : dcOrders),
      operands: { from: 1, reason: dcOrders },
      input: codeFromInput("-h -V -e --help --version --expression")
    }
  },
  { names: ["bc"], dangers: [danger("reads orders from a file", "*")] }
]
