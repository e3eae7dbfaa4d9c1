import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"

/**
 * Commands under the same rules. A rule is a command, or its beginning and `:*` for all that may follow. A deny rule holds wherever the
 * command stands and whatever starts it; `*` allows every other command that can be read before it runs.
 */
export interface CommandGroup {
  /** The name of the list that the group belongs to. */
  readonly list: string
  readonly allow: ReadonlyArray<string>
  readonly deny: ReadonlyArray<string>
  /**
   * The commands, each with its answer: `runs` if the rules cover it and all that it does, `denied` if a deny rule does, and `asks` if a
   * person has to look at it, because it does more than it seems to.
   */
  readonly commands: ReadonlyArray<readonly [answer: "runs" | "asks" | "denied", command: string]>
}

/**
 * Returns nearly nine thousand commands under the rules that people write for them: options that start programs, subcommands by other names,
 * programs that pass for harmless ones, and commands that hide in the words of others.
 *
 * ```ts
 * import { commandGroups } from "@toolgate/testing/hostile"
 *
 * const hidden = commandGroups().find(({ allow }) => allow.includes("sort:*"))
 * console.log(hidden?.commands.some(([answer, command]) => answer === "asks" && command === "sort -ruof x")) // true
 * ```
 */
export const commandGroups = (): ReadonlyArray<CommandGroup> => {
  const manifest = createRequire(import.meta.url).resolve("@toolgate/testing/package.json")
  const folder = join(manifest, "../src/hostile/commands")
  return readdirSync(folder).flatMap((file) =>
    groupsIn(file.replace(".txt", ""), readFileSync(join(folder, file), "utf8"))
  )
}

/** Reads a list: rules on lines without indentation, and indented commands beneath them, each after its answer. */
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
