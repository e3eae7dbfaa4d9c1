import { equal, notEqual } from "node:assert/strict"
import type { SuiteFunctions } from "../SuiteFunctions.ts"
import { type CommandGroup, commandGroups } from "./commandGroups.ts"
import { declareAttacks } from "./declareAttacks.ts"

/**
 * Tries to get commands past the rules of a judge, with `commandGroups`. A command that the rules do not cover must not be allowed, and one
 * that a rule denies must be denied. A judge that allows nothing passes: look at the commands that run as well.
 *
 * ```ts
 * import { describe, it } from "node:test"
 * import { commandAttacks } from "@toolgate/testing/hostile"
 *
 * export const attack = (judge: Parameters<typeof commandAttacks>[1]) => commandAttacks({ describe, it }, judge)
 * ```
 */
export const commandAttacks = (
  suite: SuiteFunctions,
  judge: (
    command: string,
    rules: Pick<CommandGroup, "allow" | "deny">
  ) => "allow" | "ask" | "deny" | PromiseLike<"allow" | "ask" | "deny">
): void =>
  suite.describe("commands that try to pass", () => {
    for (const [list, groups = []] of Map.groupBy(commandGroups(), ({ list }) => list)) {
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
