import type { DangerousWord } from "@toolgate/program-facts"
import { isCodeFile, isPublishingTarget, knownPrograms, strangeWord } from "@toolgate/program-facts"
import { harmlessPrograms } from "./harmlessPrograms.ts"
import { isProjectTool } from "./projectTools.ts"

/**
 * Options that have the same name in hundreds of programs, and name a program or hold a script in each: `--pre-hook` of
 * certbot, `--password-command` of restic, `--rsh` of borg, `--exec` of dmsetup.
 */
const options =
  /^--?(?!no-)(?:[a-z0-9]+[-_]+)*(?:exec|execute|eval|cmd|command|hook|rsh|pager|editor|askpass|preload|shell-escape|plugin)(?:[-_](?:program|command|file|path|script|bin))?(?:=|$)/i

/** The path of a shell or an interpreter, as a word of its own or inside a word. */
const shell =
  /(?:^|[\s=:'"|;&(!,])(?:\.\.\/)*\/?(?:usr\/)?(?:local\/)?bin\/(?:env|(?:ba|da|z|k|mk|fi|c|tc)?sh|python[\d.]*|perl|ruby|node)(?![\w./-])/

/** The letters with which hundreds of interpreters and editors take code, and what tells code from another value. */
const codeOption = /^-[ceEnprRx]+$/
const joinedCode = /^-[ce]/
const looksLikeCode = /[();{}$"`]|^!/

/**
 * Returns the words with which a program without a list starts another program, or takes code or data from elsewhere.
 */
export const startingWords = (words: ReadonlyArray<string>): ReadonlyArray<DangerousWord> =>
  words.flatMap((word, at) =>
    options.test(word) || (looksLikeCode.test(word) && (joinedCode.test(word) || codeOption.test(words[at - 1] ?? "")))
      ? [{ word, reason: "starts a program or runs a script in many programs" }]
      : shell.test(word)
        ? [{ word, reason: "names a shell or an interpreter, which may be started" }]
        : strange(word)
  )

const strange = (word: string): ReadonlyArray<DangerousWord> => {
  const reason = strangeWord(word)
  return reason === undefined ? [] : [{ word, reason }]
}

/**
 * Returns those of the first two operands of a program without a list that are the name of an order which publishes,
 * installs or throws away, such as `push` and `db drop`, and the options that do.
 */
export const lastingOrders = (words: ReadonlyArray<string>): ReadonlyArray<DangerousWord> => {
  const orders = words.filter((word) => !word.startsWith("-")).slice(0, 2)
  return [
    ...orders.filter((word) => /^[a-z][\w:-]*$/i.test(word) && (isPublishingTarget(word) || lastingVerb.test(word))),
    ...words.filter((word) => lastingOption.test(word))
  ].map((word) => ({ word, reason: "publishes, installs or throws away in many programs" }))
}

const lastingVerb = /^(?:del|rm|remove|abandon|submit|land|merge|obliterate|unrecord|discard)$/

const lastingOption =
  /^--(?:delete|purge|destroy|drop|wipe|unpublish|publish|deploy|upload|uninstall|overwrite|push|in-?place)(?:[-=]|$)/

/** Returns the program with a file that stands behind `--`, where hundreds of programs take a command: `x run -- rm a`. */
export const startedProgram = (words: ReadonlyArray<string>): ReadonlyArray<DangerousWord> => {
  const end = words.indexOf("--")
  const program = end === -1 ? undefined : words[end + 1]
  if (program === undefined || isProjectTool(program) || harmlessPrograms.has(program)) return []
  return knownPrograms(program).length === 0
    ? []
    : [{ word: program, reason: "is a program that the pattern does not name" }]
}

/** Options whose value is written to, or read for orders, in nearly every program. */
const places =
  /^--?(?:[a-z0-9]+[-_]+)*(?:o|out|output|dest|destination|target|dir|log|prof|cpuprofile|memprofile|profile|report|dump|cache|save|write|config|conf|cfg|settings|rc|outfile|outdir|logfile|rcfile)(?:[-_]?(?:file|dir|path|folder|directory))?(?:=|$)/i

/**
 * Returns those of the words leading out of the workspace that name where a program writes, or where it takes orders
 * from.
 */
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
