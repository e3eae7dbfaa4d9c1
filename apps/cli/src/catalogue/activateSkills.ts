import { type Ceiling, describeUnknownName, type ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { Screen } from "../Screen.ts"
import { formatShortSentence } from "../text/formatShortText.ts"
import { WrongUse } from "../WrongUse.ts"
import type { SourceFlags } from "./catalogueFlags.ts"

/** Returns an error about an unknown skill. `fault` is the end of a sentence. */
export const refuseSkill = (fault: string): WrongUse =>
  new WrongUse({ message: `The flag "--skill" names no skill of "--skills": ${fault}` })

/** Registers the `skill` tool for these folders, reports their problems, and returns the tools that the active skills allow. */
export const activateSkills = Effect.fnUntraced(function* (
  { skills: folders, skill: names = [] }: Pick<SourceFlags, "skills" | "skill">,
  registry: ToolRegistry["Service"]
) {
  const any: Ceiling["tools"] = "any"
  if (folders.length === 0) return any
  const { CatalogueInvalid, loadSkills, findSkillFaults, createSkillTool, narrowToSkills, findUnknownSkillTools } =
    yield* Effect.promise(() => import("@toolgate/catalogue"))
  const { notice } = yield* Screen
  const loaded = yield* Effect.forEach(folders, loadSkills)
  const skills = loaded.flatMap((one) => one.skills)
  const problems = loaded.flatMap((one) => one.problems)
  const wrong = findSkillFaults({ skills, problems })
  if (wrong.length > 0) return yield* CatalogueInvalid.of({ problems: wrong, more: 0 })
  for (const problem of problems) yield* notice(problemLine(problem))
  for (const problem of findUnknownSkillTools(skills, registry.list())) yield* notice(problemLine(problem))
  yield* Effect.mapError(registry.add(createSkillTool(skills)), ({ message }) => new WrongUse({ message }))
  const unknown = names.find((name) => skills.every((skill) => skill.name !== name))
  if (unknown !== undefined) {
    const said = describeUnknownName(
      "skill",
      unknown,
      skills.map(({ name }) => name)
    )
    return yield* refuseSkill(said.endsWith("?") ? said : `${said}.`)
  }
  return narrowToSkills(
    any,
    skills.filter(({ name }) => names.includes(name)),
    registry.list()
  )
})

const problemLine = ({ level, source, message }: { level: string; source: string; message: string }): string =>
  `${formatShortSentence(`${source}: ${level}: ${message}`, 1000)}\n`
