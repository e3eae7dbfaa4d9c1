import { dirname, resolve } from "node:path"
import type { CatalogueInvalid, Skill, SkillProblem } from "@toolgate/catalogue"
import { type ToolRegistrationError, ToolRegistry } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Skills: a folder, several folders, or skills that the app loaded or made. */
export type SkillsChoice = string | ReadonlyArray<string> | ReadonlyArray<Skill>

type Code = typeof import("@toolgate/catalogue")

/** The loaded skills of a gate. Without the option, there are no skills and no code is loaded. */
export class ChosenSkills extends Context.Service<
  ChosenSkills,
  {
    readonly skills: ReadonlyArray<Skill>
    readonly problems: ReadonlyArray<SkillProblem>
    /** The folders of the skills. A skill that is put there would be active at the next start. */
    readonly folders: ReadonlyArray<string>
    readonly code: Pick<Code, "formatSkills" | "narrowToSkills" | "findUnknownSkillTools"> | undefined
  }
>()("@toolgate/toolgate/ChosenSkills") {}

/** Loads a gate's skills, and adds the `skill` tool that shows them to a model. */
export const provideSkills = (
  choice: SkillsChoice | undefined
): Layer.Layer<ChosenSkills, CatalogueInvalid | ToolRegistrationError, ToolRegistry> =>
  Layer.effect(
    ChosenSkills,
    Effect.gen(function* () {
      if (choice === undefined) return { skills: [], problems: [], folders: [], code: undefined }
      const code = yield* Effect.promise(() => import("@toolgate/catalogue"))
      const loaded = yield* chosen(choice, code)
      const { add } = yield* ToolRegistry
      yield* add(code.createSkillTool(loaded.skills))
      return { ...loaded, code }
    })
  )

const chosen = Effect.fnUntraced(function* (
  choice: SkillsChoice,
  { loadSkills, findSkillFaults, CatalogueInvalid, isSkill }: Code
) {
  const given: ReadonlyArray<unknown> = Array.isArray(choice) ? choice : [choice]
  const skills: Array<Skill> = []
  const problems: Array<SkillProblem> = []
  const folders: Array<string> = []
  for (const one of given) {
    if (isSkill(one)) {
      skills.push(one)
      if (one.path !== null) folders.push(dirname(one.path))
    } else if (typeof one !== "string")
      throw new TypeError(
        'Cannot open the gate: "skills" must be a folder, a list of folders, or the result of loadSkills.'
      )
    else {
      folders.push(resolve(one))
      const loaded = yield* loadSkills(resolve(one))
      skills.push(...loaded.skills)
      problems.push(...loaded.problems)
    }
  }
  const wrong = findSkillFaults({ skills, problems })
  if (wrong.length > 0) return yield* CatalogueInvalid.of({ problems: wrong, more: 0 })
  return { skills, problems, folders }
})
