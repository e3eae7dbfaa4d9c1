import { type SideEffectClass, sideEffectClasses, type ToolDefinition } from "@toolgate/core"
import { isOfHost } from "../declarations.ts"

/**
 * The facts about a tool that decide its groups. A built-in group never lists tools: a tool's declarations decide
 * which groups the tool belongs to.
 */
export type ToolFacts = Pick<ToolDefinition, "name" | "sideEffects" | "effects" | "category" | "resources">

/**
 * Whether a tool's class is above READ, or an effect of the tool can change something. A read-only task may not call
 * such a tool.
 */
export const changesSomething = ({ sideEffects, effects }: ToolFacts): boolean =>
  rank(sideEffects) > rank("READ") ||
  effects.some((effect) => effect === "local_exec" || effect === "modifies_files" || effect === "system_state")

/**
 * Whether a tool may reach the network. EXECUTE includes NETWORK, because code can connect.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { reachesNetwork } from "@toolgate/policy"
 * import { makeToolDefinition } from "@toolgate/testing"
 *
 * assert.equal(reachesNetwork(makeToolDefinition({ sideEffects: "EXECUTE" })), true)
 * assert.equal(reachesNetwork(makeToolDefinition({ sideEffects: "WRITE" })), false)
 * ```
 */
export const reachesNetwork = ({ sideEffects, effects, resources, category }: ToolFacts): boolean =>
  rank(sideEffects) >= rank("EXECUTE") ||
  effects.includes("network_access") ||
  resources.some(isOfHost) ||
  category === "web"

const rank = (sideEffects: SideEffectClass): number => sideEffectClasses.indexOf(sideEffects)

/** The categories that groups are made of. A tool may also have another category. */
export const toolCategories: ReadonlySet<string> = new Set(["web", "code", "data", "math", "memory", "routing"])

/** The built-in groups, by name without "group:". Each function decides whether a tool belongs to the group. */
export const builtInGroups: ReadonlyMap<string, (tool: ToolFacts) => boolean> = new Map<
  string,
  (tool: ToolFacts) => boolean
>([
  ["all", () => true],
  ["read", (tool) => !changesSomething(tool)],
  ["write", ({ sideEffects, effects }) => sideEffects === "WRITE" || effects.includes("modifies_files")],
  [
    "code",
    ({ sideEffects, effects, category }) =>
      category === "code" || sideEffects === "EXECUTE" || effects.includes("local_exec")
  ],
  [
    "web",
    ({ sideEffects, effects, resources, category }) =>
      category === "web" || sideEffects === "NETWORK" || effects.includes("network_access") || resources.some(isOfHost)
  ],
  ["data", ({ category }) => category === "data"],
  ["math", ({ category }) => category === "math"],
  ["memory", ({ category }) => category === "memory"],
  ["routing", ({ category }) => category === "routing"]
])
