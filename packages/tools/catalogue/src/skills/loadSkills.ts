import { type Dirent, readdirSync, realpathSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { escapeUnprintable, explainFileError } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { readTextFile } from "@toolgate/yaml-reading"
import * as Effect from "effect/Effect"
import { type ParsedSkill, parseSkill } from "./parseSkill.ts"
import type { Skill } from "./Skill.ts"
import type { SkillProblem } from "./SkillProblem.ts"

/** The loaded skills of a folder, and the problems of others. */
export interface LoadedSkills {
  /** The skills, by name. */
  readonly skills: ReadonlyArray<Skill>
  readonly problems: ReadonlyArray<SkillProblem>
}

/** Longest `SKILL.md`, in bytes. It becomes part of a prompt. */
const mostBytes = 128 * 1024
const mostFolders = 1000
const fileName = "SKILL.md"

/**
 * Loads the skills of a folder: one per subfolder with a `SKILL.md`, or the one in the folder itself. A skill that fails to load is listed
 * in the problems and does not affect the others. Never fails.
 */
export const loadSkills = (folder: string): Effect.Effect<LoadedSkills> =>
  Effect.sync(() => {
    const entries = entriesOf(folder)
    if ("fault" in entries) return { skills: [], problems: [problemOf(folder, entries.fault)] }
    const { root, names } = entries
    const isOne = names.includes(fileName)
    const loaded = isOne
      ? [loadSkill(root, folder, basename(resolve(folder)))]
      : names.map((name) => loadSkill(root, join(folder, name), name))
    const found = loaded.filter((one) => one !== undefined)
    if (found.length === 0) {
      const none = { ...problemOf(folder, `no folder in it has a ${fileName}`), level: "warning" as const }
      return { skills: [], problems: [none] }
    }
    return {
      skills: found.flatMap(({ skill }) => skill ?? []),
      problems: found.flatMap(({ problems }) => problems)
    }
  })

type Entries = { readonly root: string; readonly names: ReadonlyArray<string> }

const entriesOf = (folder: string): Entries | { readonly fault: string } => {
  try {
    const root = realpathSync.native(folder)
    const entries = readdirSync(root, { withFileTypes: true })
    const names = entries.filter(mayBeSkill).map(({ name }) => name)
    return names.length > mostFolders
      ? { fault: `it has more than ${mostFolders} folders` }
      : { root, names: names.sort() }
  } catch (error) {
    return { fault: faultOf(error, "there is no such folder", "it is not a folder") }
  }
}

const mayBeSkill = (entry: Dirent): boolean =>
  entry.name === fileName || (!entry.name.startsWith(".") && (entry.isDirectory() || entry.isSymbolicLink()))

/** Loads the skill of a folder. `undefined` if it has none. Links may not lead out of `root`. */
const loadSkill = (root: string, folder: string, name: string): ParsedSkill | undefined => {
  const file = join(folder, fileName)
  const path = realPath(file)
  if (path === undefined && !namesOf(folder).some((one) => one.toLowerCase() === fileName.toLowerCase()))
    return undefined
  const source = escapeUnprintable(file)
  const failed = (message: string): ParsedSkill => ({
    skill: undefined,
    problems: [{ level: "error", skill: name, source, message }]
  })
  if (path === undefined) return failed(`it cannot be found; a skill is written in a file with the name ${fileName}`)
  if (!isBeneath(path, root)) return failed("it is a link that leads out of the folder of skills")
  const read = readTextFile(path, "skill", mostBytes)
  if ("fault" in read) return failed(read.fault)
  const { skill, problems } = parseSkill(read.text, source, name)
  // If SKILL.md is a link, the skill's folder is that of the link.
  return { skill: skill && { ...skill, path: join(realPath(folder) ?? folder, fileName) }, problems }
}

const namesOf = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const realPath = (path: string): string | undefined => {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

const problemOf = (folder: string, message: string): SkillProblem => ({
  level: "error",
  source: escapeUnprintable(folder),
  message
})

const faultOf = (error: unknown, none: string, other: string): string => {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  if (code === "ENOENT") return none
  return code === "ENOTDIR" ? other : explainFileError(error, "read")
}
