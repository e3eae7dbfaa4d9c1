import { type SideEffectClass, sideEffectClasses, type ToolDefinition } from "@toolgate/core"

/** What a group is computed from. It never names a tool: a tool belongs to what it says of itself. */
export type ToolFacts = Pick<ToolDefinition, "name" | "sideEffects" | "effects" | "category" | "resources">

/** Whether a tool is above READ, or able to change something beside files: what a read-only task may not call. */
export const changesSomething = ({ sideEffects, effects }: ToolFacts): boolean =>
  rank(sideEffects) > rank("READ") ||
  effects.some((effect) => effect === "local_exec" || effect === "modifies_files" || effect === "system_state")

/** Whether a tool is able to reach the network: EXECUTE covers NETWORK, because what runs code can connect. */
export const reachesNetwork = ({ sideEffects, effects, resources, category }: ToolFacts): boolean =>
  rank(sideEffects) >= rank("EXECUTE") ||
  effects.includes("network_access") ||
  resources.some(({ kind }) => kind === "url") ||
  category === "web"

const rank = (sideEffects: SideEffectClass): number => sideEffectClasses.indexOf(sideEffects)

/** The categories that groups are made of. A tool may have any other. */
export const toolCategories: ReadonlySet<string> = new Set(["web", "code", "data", "math"])

/** The groups that there are without being defined, by name without "group:". */
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
      category === "web" ||
      sideEffects === "NETWORK" ||
      effects.includes("network_access") ||
      resources.some(({ kind }) => kind === "url")
  ],
  ["data", ({ category }) => category === "data"],
  ["math", ({ category }) => category === "math"]
])
