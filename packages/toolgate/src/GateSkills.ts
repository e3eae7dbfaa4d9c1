import type { Skill, SkillProblem } from "@toolgate/catalogue"
import { type Ceiling, describeUnknownName, type Principal, ToolRegistry } from "@toolgate/core"
import { meetTools } from "@toolgate/core/access"
import { DefaultPolicy } from "@toolgate/policy"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { ChosenSkills } from "./skillsChoice.ts"

/** The skills of a gate. A call activates skills by naming them, and is then restricted to their tools. */
export interface SkillsOfGate {
  /** Returns the loaded skills, sorted by folder and name. */
  readonly list: () => ReadonlyArray<Skill>
  /**
   * Returns text about the named skills, to append to a model's system prompt. Returns an empty text if `names` is empty, and throws a
   * `TypeError` for an unknown name.
   */
  readonly prompt: (names: ReadonlyArray<string>) => string
  /** Skills that failed to load, and parts of other skills that were ignored, each with its file and line. */
  readonly problems: ReadonlyArray<SkillProblem>
}

/**
 * The skills of a gate, for code that creates the contexts of calls.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import * as Context from "effect/Context"
 * import { builtins, createToolgate } from "toolgate"
 * import { GateSkills, partsOf } from "toolgate/effect"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "skills-"))
 * await mkdir(join(folder.path, "review"))
 * const text = "---\nname: review\ndescription: Reviews code.\nallowed_tools: [read_file]\n---\nRead the code."
 * await writeFile(join(folder.path, "review/SKILL.md"), text)
 *
 * const options = { workspace: ".", policy: "default", tools: builtins(), skills: folder.path } as const
 * await using gate = await createToolgate(options)
 * const { services, base } = partsOf(gate)
 * // The skill limits the principal to the tools that it lists.
 * const { narrow } = Context.get(services, GateSkills)
 * assert.deepEqual(narrow(base.principal, ["review"]).ceiling.tools, ["read_file"])
 * ```
 */
export class GateSkills extends Context.Service<
  GateSkills,
  SkillsOfGate & {
    /** Returns the skills with these names. */
    readonly named: (names: ReadonlyArray<string>) => ReadonlyArray<Skill>
    /** Describes the first unknown name as the end of a sentence. Returns `undefined` if all names are known. */
    readonly fault: (names: ReadonlyArray<string>) => string | undefined
    /**
     * Restricts a principal to the tools of active skills. Groups are expanded to the gate's current tools. An unknown name allows no tool.
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
      const warnings = code?.findUnknownSkillTools(skills, registry.list(), groups) ?? []
      for (const { source, message } of [...problems, ...warnings])
        yield* Effect.logWarning(`Skill problem: ${source}: ${sentence(message)}`)
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
          : (code?.narrowToSkills("any", active, registry.list(), groups) ?? "any")
      })
      return {
        list: () => skills,
        problems: [...problems, ...warnings],
        named,
        fault,
        prompt: (names) => {
          const wrong = fault(names)
          if (wrong !== undefined) throw new TypeError(`Cannot build the prompt: ${wrong}`)
          return code?.formatSkills(named(names)) ?? ""
        },
        narrow: (principal, names) => {
          const { tools: before } = principal.ceiling
          const tools = meetTools(before, ceilings.of(names))
          // Equal length means equal tools here. Returning the same principal lets policies reuse what they cached for it.
          return tools === before || (before !== "any" && tools.length === before.length)
            ? principal
            : { ...principal, ceiling: { ...principal.ceiling, tools } }
        }
      }
    })
  )
}

/** Ends a sentence about an unknown skill with the reason why it failed to load, or with the nearest name. */
const faultOf = (name: string, names: ReadonlyArray<string>, problems: ReadonlyArray<SkillProblem>): string => {
  const problem = problems.find(({ level, skill }) => level === "error" && skill === name)
  if (problem !== undefined) return `the skill "${name}" could not be loaded: ${problem.source}: ${problem.message}.`
  return sentence(describeUnknownName("skill", name, names))
}

const sentence = (message: string): string => (message.endsWith("?") ? message : `${message}.`)

/** Caches the tools under lists of skills until the gate's tools change. An agent makes many calls under the same skills. */
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
