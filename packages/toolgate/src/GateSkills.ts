import type { Skill, SkillProblem } from "@toolgate/catalogue"
import { type Ceiling, describeUnknownName, type Principal, ToolRegistry } from "@toolgate/core"
import { meetTools } from "@toolgate/core/access"
import { DefaultPolicy } from "@toolgate/policy"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { ChosenSkills } from "./skillsChoice.ts"

/** The skills of a gate. A skill is active for the calls that name it, and restricts them to its tools. */
export interface SkillsOfGate {
  /** Returns the skills that were loaded, by folder and name. */
  readonly list: () => ReadonlyArray<Skill>
  /**
   * Returns the text about active skills for the end of a model's system prompt; an empty text for none. Throws a `TypeError` for an
   * unknown name.
   */
  readonly prompt: (names: ReadonlyArray<string>) => string
  /** The skills that could not be loaded, and what was passed over in others, each with its place. */
  readonly problems: ReadonlyArray<SkillProblem>
}

/**
 * The skills of a gate, for whoever makes the contexts of calls.
 *
 * ```ts
 * import * as Context from "effect/Context"
 * import { GateSkills, type GateParts } from "toolgate/effect"
 *
 * // The context of a call under a skill: its principal may use the tools that the skill lists, as far as it might before.
 * export const reviewing = ({ services, base }: GateParts) => ({
 *   ...base,
 *   principal: Context.get(services, GateSkills).narrow(base.principal, ["code-review"])
 * })
 * ```
 */
export class GateSkills extends Context.Service<
  GateSkills,
  SkillsOfGate & {
    /** Returns the skills of these names. */
    readonly named: (names: ReadonlyArray<string>) => ReadonlyArray<Skill>
    /** Returns the end of a sentence about the first name that is no skill, or `undefined` if all are. */
    readonly fault: (names: ReadonlyArray<string>) => string | undefined
    /**
     * Returns the principal under active skills: its ceiling, met with the tools of each. Groups stand for the tools that the gate
     * has now. An unknown name allows nothing.
     */
    readonly narrow: (principal: Principal, names: ReadonlyArray<string>) => Principal
  }
>()("@toolgate/toolgate/GateSkills") {
  static readonly layer: Layer.Layer<GateSkills, never, ChosenSkills | ToolRegistry> = Layer.effect(
    GateSkills,
    Effect.gen(function* () {
      const { skills, problems, code } = yield* ChosenSkills
      const registry = yield* ToolRegistry
      const groups = Option.getOrUndefined(yield* Effect.serviceOption(DefaultPolicy.RunningPolicy))?.groups
      const warnings = code?.unknownSkillTools(skills, registry.list(), groups) ?? []
      for (const { source, message } of [...problems, ...warnings])
        yield* Effect.logWarning(`A problem of skills: ${source}: ${sentence(message)}`)
      const byName = new Map(skills.map((skill) => [skill.name, skill]))
      const named = (names: ReadonlyArray<string>) => names.flatMap((name) => byName.get(name) ?? [])
      const fault = (names: ReadonlyArray<string>): string | undefined => {
        const unknown = names.find((name) => !byName.has(name))
        return unknown === undefined ? undefined : faultOf(unknown, [...byName.keys()], problems)
      }
      const ceilings = new RecentCeilings(registry.list, (names) => {
        const active = named(names)
        return active.length < names.length
          ? []
          : (code?.toolsUnderSkills("any", active, registry.list(), groups) ?? "any")
      })
      return {
        list: () => skills,
        problems: [...problems, ...warnings],
        named,
        fault,
        prompt: (names) => {
          const wrong = fault(names)
          if (wrong !== undefined) throw new TypeError(`The skills have no prompt: ${wrong}`)
          return code?.promptOf(named(names)) ?? ""
        },
        narrow: (principal, names) => {
          const { tools: before } = principal.ceiling
          const tools = meetTools(before, ceilings.of(names))
          // A meet of the same length has the same tools: the principal stays the one that policies have met before.
          return tools === before || (before !== "any" && tools.length === before.length)
            ? principal
            : { ...principal, ceiling: { ...principal.ceiling, tools } }
        }
      }
    })
  )
}

/** The end of a sentence about a name that is no skill: why it was not loaded, or the nearest name. */
const faultOf = (name: string, names: ReadonlyArray<string>, problems: ReadonlyArray<SkillProblem>): string => {
  const problem = problems.find(({ level, skill }) => level === "error" && skill === name)
  if (problem !== undefined) return `the skill "${name}" could not be loaded: ${problem.source}: ${problem.message}.`
  return sentence(describeUnknownName("skill", name, names))
}

const sentence = (message: string): string => (message.endsWith("?") ? message : `${message}.`)

/** The tools under lists of skills, kept until the tools of the gate change: an agent makes many calls under the same skills. */
class RecentCeilings {
  private kept = new Map<string, Ceiling["tools"]>()
  private listed: unknown = undefined
  private readonly list: () => unknown
  private readonly make: (names: ReadonlyArray<string>) => Ceiling["tools"]

  constructor(list: () => unknown, make: (names: ReadonlyArray<string>) => Ceiling["tools"]) {
    this.list = list
    this.make = make
  }

  of(names: ReadonlyArray<string>): Ceiling["tools"] {
    const listed = this.list()
    if (listed !== this.listed || this.kept.size >= 256) this.kept = new Map()
    this.listed = listed
    const key = names.join(" ")
    const known = this.kept.get(key)
    if (known !== undefined) return known
    const made = this.make(names)
    this.kept.set(key, made)
    return made
  }
}
