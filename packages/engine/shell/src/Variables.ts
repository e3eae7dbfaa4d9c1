import type { Part } from "./Part.ts"

/** What is known of the variables that a text has set: their values, or that nothing is known any more. */
export type Variables = ReadonlyMap<string, ReadonlyArray<Part> | "forgotten">

export const noVariables: Variables = new Map()

/** With one more. */
export const withVariable = (variables: Variables, name: string, value: ReadonlyArray<Part> | undefined): Variables =>
  new Map(variables).set(name, value ?? "forgotten")

/** Without what some are known to be; `every` where any may have been set. */
export const withoutVariables = (variables: Variables, names: ReadonlySet<string>): Variables => {
  if (names.size === 0) return variables
  const all = names.has(every) ? new Set([...variables.keys(), every]) : names
  return new Map([...variables, ...[...all].map((name) => [name, "forgotten"] as const)])
}

/** A name that no variable has, for all of them. */
export const every = "*"

/** What is known where either of two is so. */
export const eitherVariables = (one: Variables, other: Variables): Variables => {
  if (one === other) return one
  const all = new Map<string, ReadonlyArray<Part> | "forgotten">()
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    const value = one.get(name)
    all.set(name, value !== undefined && isSame(value, other.get(name)) ? value : "forgotten")
  }
  return all
}

const isSame = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

/** What the environment of a shell holds for everyone to see, and nobody's secrets. */
const shown = new Set([
  "PWD",
  "OLDPWD",
  "HOME",
  "PATH",
  "USER",
  "LOGNAME",
  "SHELL",
  "TERM",
  "LANG",
  "TZ",
  "HOSTNAME",
  "UID",
  "PPID"
])

/** Whether the value of a variable that the text has not set may be printed. */
export const isShown = (name: string) => shown.has(name)

/** Names that some shell takes for its own although they are in small letters. Sources: zshparam(1), bash(1). */
const taken = new Set([
  ...["argv", "cdpath", "fignore", "fpath", "histchars", "mailpath", "manpath", "module_path", "path", "pipestatus"],
  ...["prompt", "psvar", "signals", "dirstack", "watch", "zsh_eval_context", "zsh_scheduled_events", "auto_resume"],
  ...["aliases", "builtins", "commands", "functions", "history", "jobdirs", "jobstates", "jobtexts", "modules"],
  ...["nameddirs", "options", "parameters", "patchars", "reswords", "userdirs", "usergroups", "termcap", "terminfo"],
  ...["errnos", "sysparams", "keymap", "keymaps", "widgets", "mapfile", "langinfo", "galiases", "saliases", "epochtime"]
])

/**
 * Whether a variable is the text's own: no shell looks at it, and no program, as long as it is not exported. Names in small
 * letters are left to applications, and those with an underscore are options of some (`http_proxy`, `npm_config_prefix`).
 *
 * Source: POSIX.1-2024, Base Definitions, 8.1.
 */
export const isOwn = (name: string) => /^[a-z][a-z0-9]*$/.test(name) && !taken.has(name)
