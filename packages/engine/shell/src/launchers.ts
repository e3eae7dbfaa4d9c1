import { assignedVariable } from "./isHarmlessVariable.ts"
import { innerStart, type OptionGrammar } from "./OptionGrammar.ts"

/**
 * The commands and texts that a command starts: commands by their places among its words, and texts that it hands to a
 * shell.
 */
export interface Launch {
  readonly commands: ReadonlyArray<{
    readonly from: number
    readonly to: number
    readonly assigned?: ReadonlyArray<string>
  }>
  /**
   * The texts for a shell. Each consists of the words from one index to another, joined by blanks, without the first
   * `skip` characters.
   */
  readonly texts?: ReadonlyArray<{
    readonly from: number
    readonly to: number
    readonly skip?: number
    readonly shell: string
  }>
  /** Whether the launcher does nothing but start the command. */
  readonly wrapper: boolean
  /** The reason why not everything that is started is known. */
  readonly doubt?: string
  /** Whether the commands are a guess, because the options are not known. */
  readonly isGuess?: true
}

type Launcher = (argv: ReadonlyArray<string>) => Launch

const doubtful = (doubt: string): Launch => ({ commands: [], wrapper: false, doubt })

const unread = (argv: ReadonlyArray<string>): Launch =>
  guess(argv, `What "${argv[0]}" starts cannot be read from its options.`)

// Each of the first words that are no options may be the program. Each word with blanks may be a text for a shell, also
// after an option's name or letter. That is enough for a pattern that denies to match.
const guess = (argv: ReadonlyArray<string>, doubt: string): Launch => {
  const candidates = [...argv.keys()].slice(1).filter((index) => argv[index]?.startsWith("-") === false)
  const texts = [...argv.keys()].slice(1).filter((index) => /\s/.test(argv[index] ?? ""))
  return {
    commands: candidates.slice(0, 4).map((from) => ({ from, to: argv.length })),
    texts: texts.slice(0, 4).map((from) => ({ from, to: from + 1, skip: nameLength(argv[from] ?? ""), shell: "sh" })),
    wrapper: false,
    doubt,
    isGuess: true
  }
}

const nameLength = (word: string) => /^(?:--[\w-]+=|-\w)/.exec(word)?.[0].length ?? 0

const assignment = /^[A-Za-z_][A-Za-z0-9_]*=/

const afterAssignments = (argv: ReadonlyArray<string>, from: number) => {
  const assigned: Array<string> = []
  let at = from
  for (; assignment.test(argv[at] ?? ""); at++) {
    const [name = "", ...value] = (argv[at] ?? "").split("=")
    assigned.push(assignedVariable(name, value.join("=")))
  }
  return { at, assigned }
}

const tail = (argv: ReadonlyArray<string>, from: number, assigned: ReadonlyArray<string> = []) =>
  from < argv.length ? [{ from, to: argv.length, assigned }] : []

/** Reads the words of a wrapper. */
export const wrapped = (argv: ReadonlyArray<string>, grammar: OptionGrammar): Launch => {
  const from = innerStart(argv, grammar)
  return from === undefined ? unread(argv) : { commands: tail(argv, from), wrapper: true }
}

/** Reads the words of a program that starts another program in a way that is not read. */
export const unreadLaunch = (argv: ReadonlyArray<string>): Launch => unread(argv)

// `-v` and `-V` report what a name stands for. `-p` looks for programs in its own places.
const command: Launcher = (argv) => {
  if (/^-[pvV]*[vV]/.test(argv[1] ?? "")) return { commands: [], wrapper: false }
  const from = innerStart(argv, { flags: "p" })
  if (from === undefined) return unread(argv)
  return { commands: tail(argv, from, argv[1]?.startsWith("-p") === true ? ["PATH"] : []), wrapper: true }
}

const sudoOptions: OptionGrammar = {
  flags: "AbEHknPS",
  valued: "CDghpRrTtUu",
  longFlags: [
    "askpass",
    "background",
    "preserve-env",
    "set-home",
    "reset-timestamp",
    "non-interactive",
    "preserve-groups",
    "stdin"
  ],
  longValued: ["close-from", "chdir", "group", "host", "prompt", "chroot", "role", "command-timeout", "type", "user"]
}

const asUser =
  (grammar: OptionGrammar): Launcher =>
  (argv) => {
    const start = innerStart(argv, grammar)
    if (start === undefined) return unread(argv)
    const { at, assigned } = afterAssignments(argv, start)
    return at < argv.length
      ? { commands: tail(argv, at, assigned), wrapper: false }
      : doubtful(`"${argv[0]}" starts no command that is written here.`)
  }

const env: Launcher = (argv) => {
  const assigned: Array<string> = []
  let at = 1
  for (; argv[at]?.startsWith("-") === true; at++) {
    const word = argv[at] ?? ""
    if (word === "--") {
      at++
      break
    }
    const unset = /^(?:-u|--unset=)(.+)$/s.exec(word)?.[1]
    if (unset !== undefined) assigned.push(unset)
    else if (word === "-u" || word === "--unset") assigned.push(argv[++at] ?? "")
    // An empty environment has no `PATH`, so programs are looked for in other places.
    else if (["-", "-i", "--ignore-environment"].includes(word)) assigned.push("PATH")
    // `env` splits the text in its own way, which is close enough to a shell for a pattern that denies.
    else if (word === "-S" || word === "--split-string") {
      const doubt = `"env" splits a text into words in a way that is not read.`
      return { commands: [], texts: [{ from: at + 1, to: at + 2, shell: "sh" }], wrapper: false, doubt }
    } else if (!["-0", "--null", "-v", "--debug"].includes(word)) return unread(argv)
  }
  const rest = afterAssignments(argv, at)
  // `env` takes any word with `=` for a variable, whatever its name.
  if (argv[rest.at]?.includes("=") === true) return unread(argv)
  return { commands: tail(argv, rest.at, [...assigned, ...rest.assigned]), wrapper: true }
}

const xargsOptions: OptionGrammar = {
  flags: "0oprtx",
  valued: "adEILnPs",
  longFlags: ["null", "open-tty", "interactive", "no-run-if-empty", "verbose", "exit"],
  longValued: ["arg-file", "delimiter", "max-args", "max-procs", "max-chars", "process-slot-var"]
}

const xargs: Launcher = (argv) => {
  const doubt = `"xargs" adds words to its command that are only known when it runs.`
  const from = innerStart(argv, xargsOptions)
  return from === undefined ? guess(argv, doubt) : { commands: tail(argv, from), wrapper: false, doubt }
}

const executing =
  (isStart: (word: string) => boolean, isEnd: (word: string, before: string) => boolean): Launcher =>
  (argv) => {
    const commands: Array<{ from: number; to: number }> = []
    for (let at = 1; at < argv.length; at++) {
      if (!isStart(argv[at] ?? "")) continue
      const from = at + 1
      at = from
      while (at < argv.length && !isEnd(argv[at] ?? "", argv[at - 1] ?? "")) at++
      if (from < at) commands.push({ from, to: at })
    }
    if (commands.length === 0) return { commands, wrapper: false }
    return {
      commands,
      wrapper: false,
      doubt: `"${argv[0]}" starts commands on files that are only known when it runs.`
    }
  }

const find = executing(
  (word) => /^-(?:exec|execdir|ok|okdir)$/.test(word),
  (word, before) => word === ";" || (word === "+" && before === "{}")
)

const fd = executing(
  (word) => /^(?:-[a-zA-Z]*[xX]|--exec|--exec-batch)$/.test(word),
  (word) => word === ";"
)

const ssh: Launcher = (argv) => {
  const from = innerStart(argv, { flags: "46AaCfGgKkMNnqsTtVvXxYy", valued: "BbcDEeFIiJLlmOopQRSWw", operands: 1 })
  const doubt = `What "ssh" starts runs on another machine, by a shell that is not known.`
  if (from === undefined) return guess(argv, doubt)
  return from < argv.length
    ? { commands: [], texts: [{ from, to: argv.length, shell: "sh" }], wrapper: false, doubt }
    : doubtful(doubt)
}

const watch: Launcher = (argv) => {
  const from = innerStart(argv, {
    flags: "bcCdegptwrf",
    valued: "nqs",
    longFlags: ["beep", "color", "no-color", "errexit", "chgexit", "precise", "no-title", "no-wrap"],
    longValued: ["interval", "equexit"]
  })
  return from === undefined
    ? unread(argv)
    : { commands: [], texts: [{ from, to: argv.length, shell: "sh" }], wrapper: false }
}

const parallel: Launcher = (argv) => guess(argv, `"parallel" puts together commands that are only known when it runs.`)

const su: Launcher = (argv) => {
  const doubt = `What "su" starts runs as another user, by a shell that is not known.`
  const at = argv.findIndex((word, index) => index > 0 && /^(?:-[a-z]*c|--(?:session-)?command)$/.test(word))
  return at === -1 || at + 1 >= argv.length
    ? guess(argv, doubt)
    : { commands: [], texts: [{ from: at + 1, to: at + 2, shell: "sh" }], wrapper: false, doubt }
}

const evaluate: Launcher = (argv) => {
  const from = argv[1] === "--" ? 2 : 1
  return { commands: [], texts: [{ from, to: argv.length, shell: "bash" }], wrapper: true }
}

/** The programs that start others and do more than that. */
export const launchers: ReadonlyMap<string, Launcher> = new Map<string, Launcher>([
  ["env", env],
  ["command", command],
  ["sudo", asUser(sudoOptions)],
  ["doas", asUser({ flags: "Ln", valued: "aCu" })],
  ["su", su],
  ["xargs", xargs],
  ["find", find],
  ["fd", fd],
  ["fdfind", fd],
  ["ssh", ssh],
  ["watch", watch],
  ["parallel", parallel],
  ["eval", evaluate]
])
