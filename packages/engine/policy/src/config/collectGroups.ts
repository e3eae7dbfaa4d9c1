import type { PolicyConfig } from "./PolicyConfig.ts"

/**
 * Collects the groups that the file at index `i` may use: its own groups, and the groups of the files before it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { collectGroups } from "@toolgate/policy"
 * import { parsePolicy } from "@toolgate/policy-files"
 * import * as Effect from "effect/Effect"
 *
 * const team = Effect.runSync(parsePolicy("version: 1\ngroups: { fetching: [fetch] }", "team.yaml"))
 * const project = Effect.runSync(parsePolicy("version: 1\ngroups: { building: [shell] }", "toolgate.yaml"))
 * assert.deepEqual([...collectGroups([team, project], 1).keys()], ["fetching", "building"])
 * assert.deepEqual([...collectGroups([team, project], 0).keys()], ["fetching"])
 * ```
 */
export const collectGroups = (
  configs: ReadonlyArray<Pick<PolicyConfig, "groups">>,
  i: number
): PolicyConfig["groups"] => new Map(configs.slice(0, i + 1).flatMap(({ groups }) => [...groups]))
