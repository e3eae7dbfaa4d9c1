import type { Confinement, ToolDefinition } from "@toolgate/core"
import type { ToolRule } from "./PolicyConfig.ts"
import { rulesFor, type ToolRules } from "./rulesFor.ts"

/** How the commands of a tool run, and what they are given of the gate's environment. */
export interface Confined {
  readonly confinement: Confinement
  readonly env: ReadonlyArray<string>
  /** Folders of programs, beside the system's. */
  readonly path: ReadonlyArray<string>
}

/**
 * The confinement of a tool that all configurations together leave. Only the first can waive confinement and give variables and folders; every one after
 * it, and every further rule of the tool in the first, can only take back.
 */
export const confinementOf = (
  configs: ReadonlyArray<ToolRules>,
  tool: Pick<ToolDefinition, "name" | "aliases">
): Confined => {
  const [first = [], ...later] = configs.map((config) => rulesFor(config, tool))
  const all = [...first, ...later.flat()]
  const isWaived =
    first.some(({ unconfined }) => unconfined?.value === true) &&
    all.every(({ unconfined }) => unconfined?.value !== false)
  const given = (namesOf: (rule: ToolRule) => ReadonlyArray<string> | undefined): ReadonlyArray<string> => {
    const lists = all.flatMap((rule) => {
      const names = namesOf(rule)
      return names === undefined ? [] : [new Set(names)]
    })
    const [names, ...others] = first.some((rule) => namesOf(rule) !== undefined) ? lists : []
    return [...(names ?? [])].filter((name) => others.every((other) => other.has(name)))
  }
  return {
    confinement: isWaived ? "waived" : "required",
    env: given(({ env }) => env?.map(({ text }) => text)),
    path: given((rule) => rule.path?.map(({ path }) => path))
  }
}
