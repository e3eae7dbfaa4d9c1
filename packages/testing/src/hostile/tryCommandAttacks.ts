import { equal, notEqual } from "node:assert/strict"
import type { SuiteFunctions } from "../SuiteFunctions.ts"
import { declareAttacks } from "./declareAttacks.ts"
import { type CommandGroup, readCommandGroups } from "./readCommandGroups.ts"

/**
 * Tries to get commands past a policy, using `readCommandGroups`. A command that no rule covers must not be allowed, and a
 * command that a rule denies must be denied. A policy that allows nothing passes, so test allowed commands too.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { tryCommandAttacks } from "@toolgate/testing/hostile"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * // Denying everything passes, so test allowed commands too.
 * tryCommandAttacks({ describe, it }, () => "deny")
 * for (const run of cases) await run()
 * assert(cases.length > 0)
 * ```
 */
export const tryCommandAttacks = (
  suite: SuiteFunctions,
  judge: (
    command: string,
    rules: Pick<CommandGroup, "allow" | "deny">
  ) => "allow" | "ask" | "deny" | PromiseLike<"allow" | "ask" | "deny">
): void =>
  suite.describe("commands that try to get past the rules", () => {
    for (const [list, groups = []] of Map.groupBy(readCommandGroups(), ({ list }) => list)) {
      const rows = groups.flatMap((group) =>
        group.commands
          .filter(([answer]) => answer !== "runs")
          .map(([answer, command]) => [`${command} (${group.allow.join()})`, { answer, command, group }] as const)
      )
      declareAttacks(suite, `stop at the rules: ${list}`, rows, async ({ answer, command, group }) => {
        const judged = await judge(command, group)
        if (answer === "denied") equal(judged, "deny")
        else notEqual(judged, "allow")
      })
    }
  })
