import type { PolicyConfig } from "./PolicyConfig.ts"

/** The groups that a file may use: its own, and those of the files before it. */
export const groupsUntil = (configs: ReadonlyArray<Pick<PolicyConfig, "groups">>, i: number): PolicyConfig["groups"] =>
  new Map(configs.slice(0, i + 1).flatMap(({ groups }) => [...groups]))
