import { danger, type Program, type ProgramFacts } from "./Program.ts"

const runs = (source: string): ProgramFacts => ({
  startsPrograms: { reason: "runs any code", source },
  writesFiles: { reason: "runs any code, which can write files", source },
  reachesNetwork: { reason: "runs any code, which can reach the network", source }
})

const code = "is code, or is followed by code"
const loads = "loads code before the script"

/** Interpreters and shells: whatever they are given runs. Sources: the manual page of each. */
export const interpreters: ReadonlyArray<Program> = [
  {
    names: ["python", "python2", "python3", "pypy", "pypy3", "ipython", "jupyter"],
    facts: {
      ...runs("python(1)"),
      folderDecides: { reason: "imports modules from the folder of its script", source: "python(1)" }
    },
    valued: "cmWXQ",
    dangers: [
      danger(code, "-c", "-m"),
      danger("opens a prompt afterwards", "-i"),
      danger("reads its code from its input", "-")
    ]
  },
  {
    names: ["node", "nodejs", "deno", "tsx", "ts-node"],
    facts: {
      ...runs("node(1)"),
      folderDecides: { reason: "loads packages and settings from its folder", source: "node(1)" }
    },
    valued: "eprC",
    dangers: [
      danger(code, "-e", "--eval", "-p", "--print", "-pe", "eval", "repl", "run", "task", "x"),
      danger(loads, "-r", "--require", "--import", "--loader", "--experimental-loader", "--env-file"),
      danger("opens a debugger's port, or a prompt", "--inspect", "--inspect-brk", "-i", "--interactive"),
      danger(
        "writes a file",
        "--cpu-prof",
        "--heap-prof",
        "--prof",
        "--report-on-signal",
        "--redirect-warnings",
        "--trace-event-file-pattern",
        "--diagnostic-dir"
      ),
      danger("starts a script of package.json, or watches", "--run", "--watch", "--test")
    ],
    synonyms: [
      ["-e", "--eval"],
      ["-p", "--print"],
      ["-r", "--require"]
    ]
  },
  {
    names: [
      "perl",
      "ruby",
      "php",
      "lua",
      "luajit",
      "tclsh",
      "wish",
      "Rscript",
      "R",
      "julia",
      "ghci",
      "runghc",
      "runhaskell",
      "irb",
      "guile",
      "racket",
      "sbcl",
      "clisp",
      "elixir",
      "iex",
      "erl",
      "escript",
      "osascript",
      "groovy",
      "scala",
      "kotlin",
      "jshell",
      "pwsh",
      "powershell",
      "raku",
      "gjs",
      "qjs",
      "nim",
      "crystal",
      "swipl",
      "octave",
      "gnuplot",
      "m4"
    ],
    facts: runs("the manual page of each"),
    dangers: [
      danger(code, "-e", "-E", "-c", "-r", "--eval", "--execute", "--run", "-Command"),
      danger(loads, "-M", "-m", "-I", "-l", "-d", "--require"),
      danger("changes files in place", "-i")
    ]
  },
  {
    names: ["java"],
    hasWordOptions: true,
    facts: runs("java(1)"),
    dangers: [
      danger(
        "loads code, or reads options from a file",
        "-javaagent*",
        "-agentlib*",
        "-agentpath*",
        "-cp*",
        "-classpath*",
        "--class-path*",
        "--module-path*",
        "-p",
        "-jar",
        "@*",
        "-XX:*",
        "-Xbootclasspath*"
      )
    ]
  },
  {
    names: [
      "sh",
      "bash",
      "dash",
      "ash",
      "zsh",
      "ksh",
      "mksh",
      "csh",
      "tcsh",
      "fish",
      "rbash",
      "yash",
      "nu",
      "xonsh",
      "elvish"
    ],
    facts: runs("bash(1), sh(1p)"),
    dangers: [
      danger("is followed by a text that it runs", "-c", "--command"),
      danger("reads its orders from its input", "-s"),
      danger(
        "reads the files that a person's shell begins with",
        "-i",
        "-l",
        "--login",
        "--rcfile",
        "--init-file",
        "--init-command"
      )
    ]
  },
  {
    names: ["eval", "source", ".", "exec", "command", "builtin", "trap"],
    facts: { startsPrograms: { reason: "runs what its words say", source: "bash(1)" } }
  }
]
