const changes = "changes what later commands mean"
const sets = "sets variables, which may change what later commands mean"
const moves = "changes the folder that later commands run in, and to which one is only known when it runs"
const runs = "runs commands that are not written here"

const always: ReadonlyMap<string, string> = new Map([
  ...["alias", "unalias", "set", "shopt", "enable", "hash", "bind", "complete", "compopt"].map(
    (name) => [name, changes] as const
  ),
  ...["export", "declare", "typeset", "readonly", "local", "unset", "unsetenv"].map((name) => [name, changes] as const),
  ...["read", "mapfile", "readarray", "getopts"].map((name) => [name, sets] as const),
  ...["pushd", "popd"].map((name) => [name, moves] as const),
  ...["source", ".", "fc", "history", "coproc", "trap", "compgen"].map((name) => [name, runs] as const),
  ["let", "evaluates arithmetic, which can run commands"]
])

/**
 * Why a builtin of the shell cannot be judged by its words; `undefined` for one that can, and for any other program.
 *
 * Source: bash(1), "SHELL BUILTIN COMMANDS".
 */
export const builtinDoubt = (argv: ReadonlyArray<string>): string | undefined => {
  const [name = "", ...rest] = argv
  const why = always.get(name) ?? sometimes(name, rest)
  return why === undefined ? undefined : `The command "${name}" ${why}.`
}

const has = (words: ReadonlyArray<string>, letter: string) =>
  words.some((word) => word.startsWith("-") && word.includes(letter))

const sometimes = (name: string, rest: ReadonlyArray<string>) => {
  if (name === "printf" && rest[0]?.startsWith("-v") === true) return sets
  if (name === "wait" && has(rest, "p")) return sets
  if (name === "jobs" && has(rest, "x")) return runs
  // `-v` and `-R` take an array's index, and evaluate it; `[[` evaluates both sides of a comparison of numbers.
  const tested = name === "[[" ? /^-(?:v|R|eq|ne|lt|le|gt|ge)$/ : /^-[vR]$/
  if (["test", "[", "[["].includes(name) && rest.some((word) => tested.test(word))) {
    return "evaluates arithmetic, which can run commands"
  }
  return undefined
}
