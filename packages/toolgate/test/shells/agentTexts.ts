import fc from "fast-check"

const of = (...texts: ReadonlyArray<string>) => fc.constantFrom(...texts)

const word = fc.oneof(
  {
    weight: 8,
    arbitrary: of(
      "x",
      "src",
      "src/a.ts",
      "src/*.ts",
      "./*",
      '"$f"',
      "$n",
      "-n",
      "--all",
      "-rf",
      "'a b'",
      '"c d"',
      "''",
      "a=b",
      "HEAD@{1}",
      "x{y}",
      "=",
      "=="
    )
  },
  {
    weight: 4,
    arbitrary: of(
      ...[
        "src/*.ts",
        "src/*",
        "*.ts",
        "*",
        "./*",
        "s*/a*",
        "src/**/*.ts",
        "**/*.md",
        "src/[ab].ts",
        "src/?.ts",
        ".e*",
        ".*",
        "src/.*"
      ],
      ...[
        "--include=*.ts",
        "-*",
        "r*",
        "sec*/*",
        "lib/*",
        "l*b/*",
        "*/key.ts",
        '"src"/*.ts',
        "src/\\*.ts",
        "[x]",
        "g*t"
      ]
    )
  },
  {
    weight: 4,
    arbitrary: of(
      ...[
        "$f",
        '"$f"',
        '"$f.x"',
        "\u0024{f}",
        'src/"$f"',
        "$d/a.ts",
        '"$d"/*.ts',
        "$n",
        '"$n"',
        "$?",
        '"e: $?"',
        "$#",
        "-$?",
        "f$?"
      ],
      ...[
        '"$PWD"',
        '"$HOME/x"',
        '"$TOKEN"',
        "$TOKEN",
        '"$f[1]"',
        "$f:h",
        '"$f: x"',
        "$((1 + 2))",
        "$((n + 1))",
        "$((2*3))x",
        "$f$d"
      ]
    )
  },
  {
    weight: 2,
    arbitrary: of(
      ...[
        '"$(date)"',
        "$(date)",
        '"at $(date)"',
        "$(cat r.md)",
        '"$(cat <<\'E\'\nit\'s (a) "b" `c` $d\nE\n)"',
        "$(cat <<'E'\nx\nE\n)"
      ],
      ...['"$(rm x)"', "`date`", "~", "~/x", "{a,b}", "=ls", "'$(rm x)'", "\\$f", '"`rm x`"', "'x[$(rm y)]'"]
    )
  }
)
const program = fc.oneof(
  { weight: 20, arbitrary: of("good", "good", "echo", "cat", "ls", "git log", "grep x", "head", "printf '%s\\n'") },
  { weight: 1, arbitrary: of("printf %n", "printf %d", "bad", "rm", "$f", "cp") }
)
const redirection = of(
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "2>&1",
  ">out/f",
  ">out/f",
  "2>&1",
  ">/dev/null",
  ">x",
  '>"out/$f"',
  "<src/a.ts",
  ">out/*",
  "<.env",
  "> ../outside/f",
  "&>out/g",
  "<<<x"
)
const plain = fc
  .tuple(
    of(
      "",
      "",
      "",
      "",
      "CI=1 ",
      "A=1 ",
      "LANG=$(date) ",
      "time ",
      "timeout 5 ",
      "env CI=1 ",
      "nice ",
      "command ",
      "exec "
    ),
    program,
    fc.array(word, { maxLength: 3 }),
    redirection
  )
  .map(([before, name, words, after]) => `${before}${[name, ...words].join(" ")} ${after}`.trimEnd())
const other = of(
  ...[
    "cd src",
    "cd src && good a",
    "true",
    "false",
    ":",
    "[ -f src/a.ts ]",
    '[ "$f" = x ]',
    '[ -n "$(date)" ]',
    "[ $? -eq 0 ]",
    "test -d x"
  ],
  ...[
    "good a",
    "f=x && good $f",
    "n=3; good $n",
    "cd src && good a",
    "[ -f x ] && good",
    "f=src; ls $f",
    "f=x",
    "f=src/a.ts",
    "d=src",
    "n=3",
    "f='a b'",
    "f='*'",
    "f=-rf",
    "f=$(date)",
    'f="$d"',
    "n=$?",
    "f=$n",
    "path=out",
    "status=$?",
    "f=*.ts"
  ],
  ...[
    "set -e",
    "set -u",
    "set -f",
    "export CI=1",
    "export f=1",
    "export PATH=.",
    "exit $?",
    "exit $n",
    "shift 'x[$(rm y)]'",
    "[ 'x[$(rm y)]' -eq 1 ]"
  ],
  ...[
    "eval 'f=rm'",
    "unset f",
    "read f < r.md",
    "good <<E\n$f $(date)\nE",
    "cat - <<'E'\n$(rm x)\nE",
    "git log -F - <<'E'\nit's\nE",
    "alias good=rm"
  ]
)
const { text: makeWellFormed } = fc.letrec<{ text: string }>((tie) => {
  const inner = tie("text")
  const wrap = (make: (text: string) => string, weight = 1) => ({ weight, arbitrary: inner.map(make) })
  return {
    text: fc.oneof(
      { maxDepth: 4, depthIdentifier: "agent" },
      { weight: 6, arbitrary: plain },
      { weight: 4, arbitrary: other },
      {
        weight: 10,
        arbitrary: fc
          .tuple(inner, of("; ", " && ", " || ", " | ", "\n", " & ", " && ", "; "), inner)
          .map((all) => all.join(""))
      },
      {
        weight: 4,
        arbitrary: fc
          .tuple(of("f", "d", "n", "path"), fc.array(word, { minLength: 1, maxLength: 3 }), inner)
          .map(([name, words, body]) => `for ${name} in ${words.join(" ")}; do ${body}; done`)
      },
      wrap((text) => `(${text})`, 2),
      wrap((text) => `{ ${text}; }`),
      wrap((text) => `(${text}) > out/l 2>&1`),
      wrap((text) => `! ${text}`),
      wrap((text) => `if true; then ${text}; fi`),
      wrap((text) => `while false; do ${text}; done`),
      wrap((text) => `case $f in x) ${text};; *) good c;; esac`),
      wrap((text) => `sh -c '${text.replaceAll("'", "'\\''")}'`),
      wrap((text) => `eval '${text.replaceAll("'", "'\\''")}'`)
    )
  }
})

const noise = of(
  " ",
  "\n",
  ";",
  "&",
  "|",
  "(",
  ")",
  "{ ",
  " }",
  "'",
  '"',
  "\\",
  "$",
  "`",
  "#",
  " #",
  "*",
  "?",
  "~",
  "=",
  "do ",
  "done",
  "<",
  ">",
  "[",
  "]",
  "${",
  "$(",
  ":h",
  "-"
)

/** Texts in the style of coding agents, some with an inserted piece or a removed character. */
export const agentText = fc
  .tuple(
    makeWellFormed,
    fc
      .array(fc.tuple(fc.nat(500), fc.oneof(noise, fc.constant(undefined))), { maxLength: 1 })
      .filter((all) => all.length === 0 || (all[0]?.[0] ?? 0) % 3 === 0)
  )
  .map(([text, changes]) =>
    changes.reduce((changed, [at, piece]) => {
      const place = at % (changed.length + 1)
      return changed.slice(0, place) + (piece ?? "") + changed.slice(piece === undefined ? place + 1 : place)
    }, text)
  )
