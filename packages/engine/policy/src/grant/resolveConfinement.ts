import type { Confinement, ToolDefinition } from "@toolgate/core"
import { getToolRules, type ToolRules } from "../config/getToolRules.ts"
import type { ToolRule } from "../config/PolicyConfig.ts"

/** The confinement of a tool's commands, and the variables and folders that they get from the gate's environment. */
export interface Confined {
  readonly confinement: Confinement
  /** The names of the environment variables that the commands get. */
  readonly env: ReadonlyArray<string>
  /** Absolute paths of folders with programs, in addition to the system's. */
  readonly path: ReadonlyArray<string>
}

/**
 * Returns the confinement of a tool under all configurations. Only the first configuration can waive confinement or
 * grant variables and folders. Each later configuration can only take these away, and so can each further rule of the
 * tool in the first configuration.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { resolveConfinement } from "@toolgate/policy"
 * import { parsePolicy } from "@toolgate/policy-files"
 * import * as Effect from "effect/Effect"
 *
 * const text = "version: 1\ntools: { shell: { unconfined: true } }"
 * const config = Effect.runSync(parsePolicy(text, "toolgate.yaml"))
 * const shell = { name: "shell", aliases: [] }
 * assert.equal(resolveConfinement([config], shell).confinement, "waived")
 * assert.equal(resolveConfinement([config], { name: "start", aliases: [] }).confinement, "required")
 * ```
 */
export const resolveConfinement = (
  configs: ReadonlyArray<ToolRules>,
  tool: Pick<ToolDefinition, "name" | "aliases">
): Confined => {
  const [first = [], ...later] = configs.map((config) => getToolRules(config, tool))
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
