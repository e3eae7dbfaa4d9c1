import { isCodeFile, strangeWord } from "./addresses.ts"
import type { DangerousWord } from "./Program.ts"

/**
 * Options that are called the same in hundreds of programs, and name a program or hold a script in each: of certbot
 * `--pre-hook`, of restic `--password-command`, of borg `--rsh`, of dmsetup `--exec`.
 */
const options =
  /^--?(?!no-)(?:[a-z0-9]+[-_]+)*(?:exec|execute|eval|cmd|command|hook|rsh|pager|editor|askpass|preload|shell-escape|plugin)(?:[-_](?:program|command|file|path|script|bin))?(?:=|$)/i

/** A shell or an interpreter by its place, as a word of its own or within one. */
const shell =
  /(?:^|[\s=:'"|;&(!,])(?:\.\.\/)*\/?(?:usr\/)?(?:local\/)?bin\/(?:env|(?:ba|da|z|k|mk|fi|c|tc)?sh|python[\d.]*|perl|ruby|node)(?![\w./-])/

/** The words by which a program of which no list is known starts another one, or takes code or more from elsewhere. */
export const startingWords = (words: ReadonlyArray<string>): ReadonlyArray<DangerousWord> =>
  words.flatMap((word) =>
    options.test(word)
      ? [{ word, reason: "has other programs start a program, or run a script" }]
      : shell.test(word)
        ? [{ word, reason: "names a shell or an interpreter, which may be started" }]
        : strange(word)
  )

const strange = (word: string): ReadonlyArray<DangerousWord> => {
  const reason = strangeWord(word)
  return reason === undefined ? [] : [{ word, reason }]
}

/** Options whose value is written to, or read for orders, in nearly any program. */
const places =
  /^--?(?:[a-z0-9]+[-_]+)*(?:o|out|output|dest|destination|target|dir|log|prof|cpuprofile|memprofile|profile|report|dump|cache|save|write|config|conf|cfg|settings|rc|outfile|outdir|logfile|rcfile)(?:[-_]?(?:file|dir|path|folder|directory))?(?:=|$)/i

/** The words, of those that lead out of the workspace, that say where a program writes, or takes its orders from. */
export const orderedOutside = (
  argv: ReadonlyArray<string>,
  outside: ReadonlyArray<number>
): ReadonlyArray<DangerousWord> =>
  outside
    .map((at) => ({
      word: argv[at] ?? "",
      option: argv[at]?.startsWith("-") === true ? argv[at] : (argv[at - 1] ?? "")
    }))
    .filter(({ word, option }) => places.test(option) || isCodeFile(word))
    .map(({ word }) => ({ word, reason: "leads out of the workspace, where it would write or take orders from" }))
