import type { PolicyConfig } from "./PolicyConfig.ts"

/** Collects the groups that the file at index `i` may use: its own groups, and the groups of the files before it. */
export const collectGroups = (
  configs: ReadonlyArray<Pick<PolicyConfig, "groups">>,
  i: number
): PolicyConfig["groups"] => new Map(configs.slice(0, i + 1).flatMap(({ groups }) => [...groups]))
