import type { ProgramFile } from "@toolgate/program-facts/reading"
import type { Described } from "./Described.ts"
import { findJudged, isJudged, type Judged } from "./findJudged.ts"

/** The differences between a file and a manual, for a program or subcommand. */
export interface Difference {
  /** The subcommand; "" for the program. */
  readonly at: string
  /** The manual's options that the file does not judge. */
  readonly unjudged: ReadonlyArray<string>
  /** The file's options that the manual does not have. */
  readonly unknown: ReadonlyArray<string>
  /** The pairs of names that are one option in the manual, but not in the file's synonyms. */
  readonly apart: ReadonlyArray<string>
}

/** Compares a file with a manual. Skips subcommands that the file does not list, because they count as harmful. */
export const compare = (
  file: ProgramFile,
  described: Described,
  path: ReadonlyArray<string> = []
): ReadonlyArray<Difference> => {
  const judged = findJudged(file, path)
  if (judged === undefined) return []
  const unjudged = described.options.map(({ name }) => name).filter((name) => !isJudged(judged, name))
  const has = new Set(described.options.flatMap(({ name }) => [name, name.replace(/^--/, "-"), name.slice(0, 2)]))
  // A manual without options does not document them.
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
