import { resolve } from "node:path"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { WrongUse } from "../WrongUse.ts"

const repeated = (flag: string, metavar: string, description: string) =>
  Flag.String(flag).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.atLeast(0))

/** The flags that add tools from files, and skills. Repeatable. */
export const sourceFlags = {
  catalogue: repeated("catalogue", "FILE", "A catalogue of tools in YAML; may be repeated"),
  plugins: repeated("plugins", "DIR", "A folder of plugins, each a folder with its manifest.json; may be repeated"),
  skills: repeated("skills", "DIR", "A folder of skills, each a folder with its SKILL.md; may be repeated")
}

/** The flags that add tools from files, and the active skills. Repeatable. */
export const catalogueFlags = {
  ...sourceFlags,
  skill: repeated(
    "skill",
    "NAME",
    "A skill that is active: it restricts calls to the tools that it allows; may be repeated"
  )
}

export type SourceFlags = Readonly<Record<keyof typeof sourceFlags, ReadonlyArray<string>>> & {
  readonly skill?: ReadonlyArray<string>
}

export type CatalogueFlags = Readonly<Record<keyof typeof catalogueFlags, ReadonlyArray<string>>>

/** The values if no flag is given. */
export const noCatalogue: CatalogueFlags = { catalogue: [], plugins: [], skills: [], skill: [] }

/** Whether any flag is given, so that the catalogue code must be loaded. */
export const hasCatalogueFlags = (given: CatalogueFlags): boolean =>
  Object.values(given).some((values) => values.length > 0)

/** Checks the values before anything is read. Fails if one is invalid. */
export const checkCatalogueFlags = Effect.fnUntraced(function* (given: SourceFlags) {
  for (const flag of ["catalogue", "plugins", "skills", "skill"] as const) {
    const fault = valuesFault(flag, given[flag] ?? [])
    if (fault !== undefined) return yield* new WrongUse({ message: fault })
  }
  if ((given.skill ?? []).length > 0 && given.skills.length === 0)
    return yield* new WrongUse({
      message: 'The flag "--skill" chooses among the skills of "--skills"; name their folder as well.'
    })
})

const valuesFault = (flag: keyof CatalogueFlags, values: ReadonlyArray<string>): string | undefined => {
  if (values.includes("")) return `The flag "--${flag}" is empty; name ${named[flag]}, or leave the flag out.`
  const twice = values.find((value, at) => values.slice(0, at).some((before) => isSame(flag, before, value)))
  return twice === undefined ? undefined : `The flag "--${flag}" names "${twice}" twice; name it once.`
}

const isSame = (flag: keyof CatalogueFlags, one: string, other: string): boolean =>
  flag === "skill" ? one === other : resolve(one) === resolve(other)

const named = { catalogue: "a file", plugins: "a folder", skills: "a folder", skill: "a skill" } as const
