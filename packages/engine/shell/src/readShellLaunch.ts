import { harmlessSettings } from "./builtins.ts"
import type { LauncherEffect, ShellKind } from "./readLaunch.ts"

/**
 * Commands of plain words and single-quoted words, in sequence or in a pipe. Words that zsh would replace are excluded
 * (`=ls`, `~x`, `%1`).
 *
 * Source: zshexpn(1); zshmisc(1), "Simple Commands & Pipelines".
 */
const isPlainText = /^(?!(?:.*[ |&;])?[=~%])(?:[\w./:+@,=% |;-]|&&|'[^']*')*$/s

// Options that stop a text at an error, or print what it runs. They do not change the meaning of commands.
const harmless = "eux"

/**
 * Reads the words of a shell: its text after `-c`, if there is one. A shell with a script runs the file of that name,
 * which is a command like any other. A shell with neither runs its input.
 *
 * Source: bash(1), "OPTIONS"; POSIX.1-2024, sh.
 */
export const readShellLaunch = (argv: ReadonlyArray<string>, shell: ShellKind): LauncherEffect => {
  let hasText = false
  let readsInput = false
  let plain = true
  let at = 1
  for (; /^[-+]./.test(argv[at] ?? ""); at++) {
    const word = argv[at] ?? ""
    if (word === "--") {
      at++
      break
    }
    if (word === "--version" || word === "--help") return { commands: [], wrapper: false }
    if (word.startsWith("--")) {
      plain &&= word === "--login"
      if (word === "--rcfile" || word === "--init-file") at++
      continue
    }
    const letters = word.slice(1)
    hasText ||= letters.includes("c") && word.startsWith("-")
    readsInput ||= letters.includes("s")
    if (/[oO]/.test(letters)) {
      at++
      plain &&= harmlessSettings.has(argv[at] ?? "") && !letters.includes("O")
    }
    plain &&= [...letters].every((letter) => `${harmless}col`.includes(letter)) && word.startsWith("-")
  }
  if (argv[at] === "-") at++
  readsInput ||= /^(?:\/dev\/(?:stdin$|fd\/)|<\()/.test(argv[at] ?? "")
  const name = argv[0] ?? ""
  if (!hasText) {
    // The shell only checks the script for errors.
    if (at === 2 && argv[1] === "-n" && argv[at] !== undefined) return { commands: [], wrapper: false }
    const script = [{ from: at, to: argv.length }]
    if (argv[at] !== undefined && !readsInput) return { commands: script, wrapper: false }
    return { commands: [], wrapper: false, doubt: `"${name}" reads what it runs from its input.` }
  }
  if (argv[at] === undefined) return { commands: [], wrapper: false, doubt: `"${name}" gets no text to run.` }
  const launch = { commands: [], texts: [{ from: at, to: at + 1 }], wrapper: plain }
  if (shell === "other" || (shell === "like-sh" && !isPlainText.test(argv[at] ?? "")))
    return { ...launch, doubt: `The text for "${name}" cannot be read.` }
  return plain ? launch : { ...launch, doubt: `The options of "${name}" change what its text means.` }
}
