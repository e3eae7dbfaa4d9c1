import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"

/**
 * Commands under the same rules. A rule is a command, or a prefix with `:*`. A deny rule applies wherever the command
 * occurs and however it is started; `*` allows any other command that can be parsed before it runs.
 */
export interface CommandGroup {
  /** The name of the group's list. */
  readonly list: string
  readonly allow: ReadonlyArray<string>
  readonly deny: ReadonlyArray<string>
  /**
   * The commands with their expected answers: `runs` if the rules cover everything that the command does, `denied` if a
   * deny rule applies, and `asks` if a person must review it, because it does other work too than it seems to.
   */
  readonly commands: ReadonlyArray<readonly [answer: "runs" | "asks" | "denied", command: string]>
}

/**
 * Returns nearly nine thousand commands under realistic rules: options that start programs, aliases of subcommands,
 * programs with misleading names, and commands hidden in the words of others.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { readCommandGroups } from "@toolgate/testing/hostile"
 *
 * const hidden = readCommandGroups().find(({ allow, list }) => list === "hiddenOptions" && allow.includes("sort:*"))
 * // The option `-o` writes a file.
 * assert(hidden?.commands.some(([answer, command]) => answer === "asks" && command === "sort -ruof x"))
 * ```
 */
export const readCommandGroups = (): ReadonlyArray<CommandGroup> => {
  const manifest = createRequire(import.meta.url).resolve("@toolgate/testing/package.json")
  const folder = join(manifest, "../src/hostile/commands")
  return readdirSync(folder).flatMap((file) =>
    groupsIn(file.replace(".txt", ""), readFileSync(join(folder, file), "utf8"))
  )
}

/** Parses a list: rules without indentation, each followed by indented commands after their expected answers. */
const groupsIn = (list: string, text: string): ReadonlyArray<CommandGroup> =>
  [...text.replaceAll(/^#.*\n/gm, "").matchAll(/((?:^\S.*\n)+)((?:^ .*\n)+)/gm)].map(
    ([, rules = "", commands = ""]) => {
      const lines = rules.trim().split("\n")
      return {
        list,
        allow: lines.filter((line) => !line.startsWith("deny ")).map((line) => line.replace(/^allow /, "")),
        deny: lines.filter((line) => line.startsWith("deny ")).map((line) => line.replace(/^deny /, "")),
        commands: [...commands.matchAll(/^ +(runs|asks|denied) +(.*)$/gm)].map(
          ([, answer, command = ""]) => [answer as "runs" | "asks" | "denied", command] as const
        )
      }
    }
  )
