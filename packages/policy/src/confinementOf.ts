import type { Confinement, RegisteredTool } from "@toolgate/core"
import { rulesFor, type ToolRules } from "./rulesFor.ts"

/** How the commands of a tool run, and what they are given of the gate's environment. */
export interface Confined {
  readonly confinement: Confinement
  readonly env: ReadonlyArray<string>
}

/**
 * What all configurations together leave. Only the first can waive confinement and give variables; every one after it, and
 * every further rule of the tool in the first, can only take back.
 */
export const confinementOf = (
  configs: ReadonlyArray<ToolRules>,
  tool: Pick<RegisteredTool, "name" | "aliases">
): Confined => {
  const [first = [], ...later] = configs.map((config) => rulesFor(config, tool))
  const all = [...first, ...later.flat()]
  const isWaived =
    first.some(({ unconfined }) => unconfined?.value === true) &&
    all.every(({ unconfined }) => unconfined?.value !== false)
  const lists = all.flatMap(({ env }) => (env === undefined ? [] : [new Set(env.map(({ text }) => text))]))
  const [names, ...others] = first.some(({ env }) => env !== undefined) ? lists : []
  return {
    confinement: isWaived ? "waived" : "required",
    env: [...(names ?? [])].filter((name) => others.every((other) => other.has(name)))
  }
}
