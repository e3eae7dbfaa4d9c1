import table from "./secretInputs.json" with { type: "json" }

interface InputSecret {
  /** The manual that says so. */
  readonly source: string
  /** The subcommands that must follow the program, in this order. */
  readonly after: ReadonlyArray<string>
  /** A further word that must be present. */
  readonly with?: RegExp
  /** `line`: only the first line is a secret. What follows is the input of the command that then runs. */
  readonly reads: "all" | "line"
}

/** A row of the table: the commands of several programs. Names and subcommands are separated by blanks. */
interface InputRow {
  readonly source: string
  readonly programs: string
  readonly after?: string
  readonly with?: string
  readonly reads?: "line"
}

/** The commands that read a password, a token or a key from their standard input, by their programs. */
const programs = new Map<string, ReadonlyArray<InputSecret>>()
for (const { source, programs: names, after, with: word, reads } of table as ReadonlyArray<InputRow>) {
  const facts: InputSecret = {
    source,
    after: after?.split(" ") ?? [],
    ...(word && { with: new RegExp(word) }),
    reads: reads ?? "all"
  }
  for (const name of names.split(" ")) programs.set(name, [...(programs.get(name) ?? []), facts])
}

const launchers = new Set(
  "sudo doas env command exec nohup time timeout nice ssh docker podman nerdctl kubectl oc nsenter chroot su runuser setsid stdbuf script npx pnpm yarn bunx uvx pipx if while until ! then do".split(
    " "
  )
)

const mostWords = 256

/** An option that names the standard input as the place of a secret: `--password-stdin`, `--key-file=-`. */
const namesInput =
  /^--?(?:[\w-]*(?:pass|passw(?:or)?d|passphrase|token|secret|key|credentials?)[\w-]*-stdin|with-token)$/
/** An option whose value is a file with secrets. */
export const namesSecretFile =
  /^--?[\w-]*(?:pass(?:w(?:or)?d|phrase|in|out)?|token|secret|key|credentials?|identity|defaults|netrc|auth|config|K)[\w-]*=?$/
const standsForInput = /^(?:-|@-|stdin|fd:0|0|(?:file:)?\/dev\/(?:stdin|fd\/0))$/

/** Returns how much of a command's standard input is a secret, or `undefined`. */
export const findInputSecret = (argv: ReadonlyArray<string>): InputSecret["reads"] | undefined => {
  const words = argv.length > mostWords ? argv.slice(0, mostWords) : argv
  for (const [at, word] of words.entries()) {
    if (namesInput.test(word)) return "all"
    const sign = word.indexOf("=")
    const [option, value] = sign < 0 ? [word, words[at + 1] ?? ""] : [word.slice(0, sign), word.slice(sign + 1)]
    if (word.startsWith("-") && namesSecretFile.test(option) && standsForInput.test(value)) return "all"
  }
  let isFirst = true
  for (const [at, word] of words.entries()) {
    if (/^\w+=/.test(word)) continue
    const name = nameOf(word)
    if (isFirst || launchers.has(nameOf(words[0] ?? "")) || /^\w+=/.test(words[0] ?? ""))
      for (const { after, with: needed, reads: how } of programs.get(name) ?? [])
        if (stand(after, words, at + 1) && (needed === undefined || words.some((one) => needed.test(one)))) return how
    isFirst = false
  }
  return undefined
}

const nameOf = (word: string): string => word.slice(word.lastIndexOf("/") + 1)

/** Whether the words contain the subcommands after an index, in this order. */
const stand = (after: ReadonlyArray<string>, words: ReadonlyArray<string>, from: number): boolean => {
  let found = 0
  for (let at = from; at < words.length && found < after.length; at++) if (words[at] === after[found]) found++
  return found === after.length
}

/** A pattern that occurs in every text with a command that reads a secret from its input. */
export const mentionsInput = new RegExp(
  `(?<![\\w-])(?:${[...programs.keys()].map((name) => name.replaceAll(".", "\\.")).join("|")})(?![\\w-])|-stdin|with-token|/dev/(?:stdin|fd/0)|fd:0|passphrase-fd|[= ]-(?:\\s|$)|-(?:[\\w-]*(?:pass|token|secret|key|defaults|netrc)[\\w-]*[= ]|\\w[= ])<\\(`,
  "g"
)
