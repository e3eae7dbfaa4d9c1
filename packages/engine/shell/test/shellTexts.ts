import fc from "fast-check"
import { recorded } from "./realBash.ts"

const oneOf = (...texts: ReadonlyArray<string>) => fc.constantFrom(...texts)

const program = oneOf(...recorded.slice(1))
const plain = oneOf(
  "x",
  "x/y",
  "one",
  "-n",
  "--all",
  "--",
  "3",
  "a=b",
  "=",
  "+",
  "@{u}",
  "é",
  "{}",
  "]",
  "#",
  "k#v",
  "!",
  "%1",
  ",",
  ":",
  "^"
)
const quoted = oneOf(
  "'a b'",
  '"c d"',
  "'$x'",
  '"it\'s"',
  "\\;",
  "\\ ",
  "''",
  '""',
  "$'t\\x41\\n'",
  "mi\"x\"e'd'",
  '"a\\"b"',
  "'#'",
  '"a\nb"',
  "\\$x",
  '"$"',
  "$",
  "'&&'",
  "\\&"
)
const redirection = oneOf(
  ">f",
  "> g",
  ">>f",
  ">|f",
  "&>f",
  ">&f",
  "2>&1",
  "2>e",
  "1>&2",
  "</dev/null",
  "<<<x",
  ">x/g",
  "2>/dev/null",
  "3>h",
  ">'q r'",
  "&>>f",
  ">&-",
  "<>f",
  "2>&-"
)
const assignment = oneOf("A=1", "LANG=C", "B=", "C='x y'", "D=a=b")
const blank = oneOf(" ", " ", " ", "  ", "\t", " \\\n")

const words = fc
  .tuple(
    fc.array(assignment, { maxLength: 1 }),
    program,
    fc.array(
      fc.oneof(
        { arbitrary: plain, weight: 3 },
        { arbitrary: quoted, weight: 3 },
        { arbitrary: redirection, weight: 1 }
      ),
      { maxLength: 4 }
    ),
    blank
  )
  .map(([assigned, name, rest, between]) => [...assigned, name, ...rest].join(between))

const wrapped = fc
  .tuple(
    oneOf(
      "time ",
      "time -p ",
      "env ",
      "env A=1 ",
      "nice ",
      "nice -n 5 ",
      "timeout 5 ",
      "nohup ",
      "command ",
      "exec ",
      "stdbuf -o0 ",
      "setsid -w ",
      "env -u A timeout -s INT 3 ",
      "builtin ",
      "command -p "
    ),
    words
  )
  .map(([wrapper, command]) => wrapper + command)

const command = fc.oneof(
  { arbitrary: words, weight: 5 },
  { arbitrary: wrapped, weight: 1 },
  {
    arbitrary: oneOf("cd x", "cd x/y", "true", "no", "[ -d x ]", "[[ -d x ]]", "test -d q", ": >f", ">f", "cd q"),
    weight: 2
  }
)

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Texts that are mostly well formed, and run recorded programs. */
const { text: makeWellFormed } = fc.letrec<{ text: string }>((tie) => {
  const inner = tie("text")
  const pair = (make: (one: string, other: string) => string) =>
    fc.tuple(inner, inner).map(([one, other]) => make(one, other))
  return {
    text: fc.oneof(
      { maxDepth: 3, depthIdentifier: "shell" },
      { arbitrary: command, weight: 6 },
      {
        arbitrary: fc
          .tuple(
            inner,
            oneOf(
              "; ",
              " && ",
              " || ",
              " | ",
              "\n",
              " & ",
              " |& ",
              ";",
              "&&",
              "||",
              "|",
              "&",
              " && \n",
              " ;\n",
              " # note\n"
            ),
            inner
          )
          .map((all) => all.join("")),
        weight: 8
      },
      { arbitrary: inner.map((text) => `(${text})`), weight: 1 },
      { arbitrary: inner.map((text) => `{ ${text}; }`), weight: 1 },
      { arbitrary: inner.map((text) => `! ${text}`), weight: 1 },
      { arbitrary: inner.map((text) => `if true; then ${text}; else no; fi`), weight: 1 },
      { arbitrary: pair((one, other) => `if ${one}; then ${other}; fi`), weight: 1 },
      { arbitrary: inner.map((text) => `for i in 1 2; do ${text}; done`), weight: 1 },
      { arbitrary: inner.map((text) => `while no; do ${text}; done`), weight: 1 },
      { arbitrary: pair((one, other) => `case x in x) ${one};; *y) ${other};; esac`), weight: 1 },
      { arbitrary: pair((one, other) => `case x in (x|y) ${one} ;; z) ${other}\nesac`), weight: 1 },
      { arbitrary: inner.map((text) => `sh -c ${quote(text)}`), weight: 1 },
      { arbitrary: inner.map((text) => `bash -euc ${quote(text)}`), weight: 1 },
      { arbitrary: inner.map((text) => `eval ${quote(text)}`), weight: 1 },
      { arbitrary: pair((one, other) => `cat <<'E' && ${one}\n${other}\nE\n`), weight: 1 },
      { arbitrary: pair((one, other) => `${one} <<E\n${other}\nE\n`), weight: 1 },
      { arbitrary: inner.map((text) => `cat <<-E >f\n\tq\n\tE\n${text}`), weight: 1 }
    )
  }
})

const noise = oneOf(
  ...[
    " ",
    "\t",
    "\n",
    ";",
    "&",
    "&&",
    "||",
    "|",
    "|&",
    "(",
    ")",
    "{",
    "}",
    "{ ",
    " }",
    "! ",
    "<",
    ">",
    ">>",
    "&>",
    "<>",
    ">&",
    "<<<",
    "<<E\n"
  ],
  ...[
    "\nE\n",
    "'",
    '"',
    "\\",
    "\\\n",
    "$",
    "$'",
    "#",
    " #",
    "cd x;",
    "cd .. &&",
    "=",
    "A=1 ",
    "[ ",
    " ]",
    "[[ ",
    " ]]",
    "if ",
    "then ",
    "else ",
    "fi"
  ],
  ...[
    "do ",
    "done",
    "for i in 1; do ",
    "case x in x) ",
    ";;",
    "esac",
    "time ",
    "env ",
    "eval ",
    "command ",
    "-- ",
    "*",
    "?",
    "~",
    "{a,b}",
    "f() "
  ],
  ...[
    "coproc ",
    "-p ",
    "`",
    "$(",
    "((",
    "))",
    "\u00a0",
    "\u2028",
    "3",
    "10>",
    "5<",
    "xargs ",
    "select i in 1; do ",
    "$'e\\x41'",
    "git",
    " rm ",
    "in",
    "function f { ",
    "\\ "
  ]
)

/** A text, possibly with pieces inserted and characters removed anywhere. */
export const shellText = fc
  .tuple(makeWellFormed, fc.array(fc.tuple(fc.nat(1_000), fc.oneof(noise, fc.constant(undefined))), { maxLength: 3 }))
  .map(([text, changes]) =>
    changes.reduce((changed, [at, piece]) => {
      const place = changed.length === 0 ? 0 : at % (changed.length + 1)
      return piece === undefined
        ? changed.slice(0, place) + changed.slice(place + 1)
        : changed.slice(0, place) + piece + changed.slice(place)
    }, text)
  )
