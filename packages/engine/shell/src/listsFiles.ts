import type { FileNames } from "./launchBy.ts"
import type { Reading } from "./Reading.ts"
import type { ShellState } from "./ShellState.ts"
import type { Command, Redirection, SimpleCommand } from "./Syntax.ts"
import { type Word, wordOf } from "./Word.ts"
import type { WordPart } from "./WordPart.ts"

/** The options with which a program prints nothing but names of files beneath the folders that its words name. */
interface Lister {
  /** The words with which the program prints names. */
  readonly begins?: ReadonlyArray<string>
  readonly needs?: RegExp
  /** Each word with a dash has to match. */
  readonly option: RegExp
  /** Each other word has to match. */
  readonly operand?: RegExp
}

// What finds through links (`-L`, `-R`), and what prints other words (`-printf`, `--label`), is left out.
const grep: Lister = {
  needs: /^-[a-zA-Z]*l|^--files-with-matches$/,
  option:
    /^-(?:[rlniwEFIsZ]+|e|-(?:include|exclude|exclude-dir)=.*|-(?:files-with-matches|recursive|null|ignore-case))$/
}
const fd: Lister = {
  option: /^-(?:[HIueEtdgs0]+|-(?:hidden|no-ignore|extension|exclude|type|max-depth|glob|print0)(?:=.*)?)$/
}
/** A pattern for names that begin with a dot, such as `.e*`. Rules about such files could not be held against it. */
const hidden = /(?:^|\/)(?:\.[^/]*[*?[]|[?[])/

const inFolder = /^(?!:)(?!(?:.*\/)?\.\.(?:\/|$))/

/** Sources: find(1), grep(1), ls(1), git-ls-files(1), git-diff(1), rg(1), and fd(1). */
const listers: ReadonlyMap<string, ReadonlyArray<Lister>> = new Map([
  [
    "find",
    [
      {
        option: /^-(?!(?:L|D.*|f?printf|f?ls|follow|i?regex|i?lname|xtype|files0-from|(?:exec|ok)(?:dir)?)$)/,
        operand: /^(?!(?:[a-z],)*l(?:,[a-z])*$)/
      }
    ]
  ],
  ["fd", [fd]],
  ["fdfind", [fd]],
  ["grep", [grep]],
  ["egrep", [grep]],
  ["fgrep", [grep]],
  [
    "rg",
    [
      {
        needs: /^-[a-zA-Z]*l|^--files(?:-with-matches)?$/,
        option:
          /^-(?:[linwFSu0]+|[gte].*|-(?:files|files-with-matches|hidden|ignore-case|null|(?:i?glob|type|max-depth)(?:=.*)?))$/
      }
    ]
  ],
  ["ls", [{ option: /^-[1aA]+$/ }]],
  [
    "git",
    [
      {
        begins: ["ls-files"],
        option: /^-(?:[cmodz]+|-|-(?:cached|modified|others|deleted|exclude-standard|exclude=.*))$/,
        operand: inFolder
      },
      { begins: ["grep"], needs: /^-[a-zA-Z]*l/, option: /^-(?:[lniwEFI]+|-|e)$/, operand: inFolder },
      {
        begins: ["diff"],
        needs: /^--name-only$/,
        option: /^-(?:z|-|-(?:name-only|cached|staged|diff-filter=\w+))$/,
        operand: inFolder
      }
    ]
  ]
])

/** The programs that print lines of their input, if they get nothing but these words. */
const filters: ReadonlyMap<string, (words: ReadonlyArray<string>) => boolean> = new Map([
  ["sort", (words: ReadonlyArray<string>) => words.every((word) => /^-[uzrnfV]+$/.test(word))],
  ["uniq", (words: ReadonlyArray<string>) => words.length === 0],
  ...["head", "tail"].map(
    (name) => [name, (words: ReadonlyArray<string>) => /^(?:-n ?\d+|-\d+|)$/.test(words.join(" "))] as const
  ),
  ...["grep", "egrep", "fgrep"].map(
    (name) =>
      [
        name,
        (words: ReadonlyArray<string>) =>
          words.filter((word) => !word.startsWith("-")).length === 1 &&
          words.every((word) => !word.startsWith("-") || /^-[viEFwxz]+$/.test(word))
      ] as const
  )
])

/**
 * Returns which names of files the command at an index of a pipeline reads from its input, if it reads nothing else: names
 * beneath the folders that a program before it is given, such as `find src -name x | sort | xargs grep y`.
 */
export const fileNamesIn = (
  reading: Reading,
  commands: ReadonlyArray<Command>,
  index: number,
  at: ShellState
): FileNames | undefined => {
  const last = commands[index]
  if (last?.kind !== "simple" || !last.redirections.every(({ operator }) => operator.startsWith(">"))) return undefined
  for (let before = index - 1; before >= 0; before--) {
    const command = commands[before]
    const words = command?.kind === "simple" ? knownWords(reading, command, at) : undefined
    if (words === undefined) return undefined
    const [program = "", ...rest] = words.map(({ text }) => text)
    if (listers.get(program)?.some((lister) => listsFiles(lister, rest)) === true)
      return program === "find" ? "found" : "listed"
    if (words.some(({ parts }) => parts !== undefined)) return undefined
    if (filters.get(program)?.(rest) !== true) return undefined
  }
  return undefined
}

/** Returns the words of a command if all of them are known, or files beneath a folder, and if it prints to the pipe nothing but its output. */
const knownWords = (
  { source }: Reading,
  { assignments, words, redirections }: SimpleCommand,
  at: ShellState
): ReadonlyArray<Word> | undefined => {
  if (assignments.length > 0 || !redirections.every((one) => dropsErrors(one, source))) return undefined
  const found = words.map((word) => wordOf(word, source, at.variables))
  return found.every(({ computed, parts }) => computed === undefined && (parts === undefined || isBeneath(parts)))
    ? found
    : undefined
}

/** Whether a word with wildcards begins with a folder that is written out, and stays beneath it. */
const isBeneath = ([folder, ...rest]: ReadonlyArray<WordPart>) =>
  typeof folder === "string" &&
  /^[\w.][\w./-]*\/[\w-]*$/.test(folder) &&
  !folder.split("/").includes("..") &&
  rest.every((part) => (typeof part === "string" ? !part.includes("..") : part.of === "name" || part.of === "path"))

const dropsErrors = ({ operator, isNumbered, target }: Redirection, source: string) =>
  operator === ">" && isNumbered && source.slice(target.start, target.end) === "/dev/null"

const listsFiles = ({ begins = [], needs, option, operand = /(?:)/ }: Lister, words: ReadonlyArray<string>): boolean =>
  begins.every((word, at) => words[at] === word) &&
  (needs === undefined || words.some((word) => needs.test(word))) &&
  words.every((word) => (word.startsWith("-") ? option.test(word) : operand.test(word)) && !hidden.test(word))
