import type { ProgramFile } from "@toolgate/program-facts/reading"
import type { Described } from "./Described.ts"
import { isJudged, type Judged, judgedBy } from "./judgedBy.ts"

/** The differences between a file and a manual, of a program or a subcommand. */
export interface Difference {
  /** The subcommands, "" for the program. */
  readonly at: string
  /** The options that the manual has and the file does not judge. */
  readonly unjudged: ReadonlyArray<string>
  /** The options that the file has and the manual does not. */
  readonly unknown: ReadonlyArray<string>
  /** The pairs of names that are one option in the manual, and that no synonyms of the file name together. */
  readonly apart: ReadonlyArray<string>
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
  const apart = described.options.flatMap(({ name, short }) =>
    short !== undefined && isNamed(judged, name) && isNamed(judged, short) && !isSynonym(judged, short, name)
      ? [`${short} ${name}`]
      : []
  )
  const here =
    unjudged.length + unknown.length + apart.length === 0 ? [] : [{ at: path.join(" "), unjudged, unknown, apart }]
  return [
    ...here,
    ...[...described.subcommands].flatMap(([names, each]) => compare(file, each, [...path, names.split(" ")[0] ?? ""]))
  ]
}

const isNamed = ({ names }: Judged, name: string): boolean => names.has(name)

const isSynonym = ({ synonyms }: Judged, one: string, other: string): boolean =>
  synonyms.some((names) => names.includes(one) && names.includes(other))
