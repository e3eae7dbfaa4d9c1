import type { ProgramFile } from "@toolgate/program-facts/reading"
import type { Described } from "./Described.ts"
import { isJudged, judgedBy } from "./judgedBy.ts"

/** The differences between a file and a manual, of a program or a subcommand. */
export interface Difference {
  /** The subcommands, "" for the program. */
  readonly at: string
  /** The options that the manual has and the file does not judge. */
  readonly unjudged: ReadonlyArray<string>
  /** The options that the file has and the manual does not. */
  readonly unknown: ReadonlyArray<string>
}

/** Compares a file with a manual. Subcommands that the file does not list do harm already, and are left out. */
export const compare = (
  file: ProgramFile,
  described: Described,
  path: ReadonlyArray<string> = []
): ReadonlyArray<Difference> => {
  const judged = judgedBy(file, path)
  if (judged === undefined) return []
  const unjudged = described.options.map(({ name }) => name).filter((name) => !isJudged(judged, name))
  const has = new Set(described.options.flatMap(({ name }) => [name, name.replace(/^--/, "-"), name.slice(0, 2)]))
  // A manual without options says nothing of them.
  const unknown =
    described.options.length === 0
      ? []
      : [...judged.names].filter(
          (name) => name.startsWith("-") && !name.endsWith("*") && name !== "--help" && !has.has(name)
        )
  const here = unjudged.length + unknown.length === 0 ? [] : [{ at: path.join(" "), unjudged, unknown }]
  return [
    ...here,
    ...[...described.subcommands].flatMap(([names, each]) => compare(file, each, [...path, names.split(" ")[0] ?? ""]))
  ]
}
