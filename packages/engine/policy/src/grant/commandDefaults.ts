import { commandLimits, type ExecutionGrant, type ResourceLimits, type ToolDefinition } from "@toolgate/core"
import { meetLimits } from "@toolgate/core/access"
import { getToolRules, type ToolRules } from "../config/getToolRules.ts"

/**
 * Whether the calls of a tool run as confined commands. If the tool also has a function, they do not: the host prefers
 * the function.
 */
export const isConfinedCommand = (
  { implementations }: Pick<ToolDefinition, "implementations">,
  { sandbox, confinement }: Pick<ExecutionGrant, "sandbox" | "confinement">
): boolean =>
  sandbox === "host" &&
  confinement === "required" &&
  implementations.some(({ kind }) => kind === "command") &&
  !implementations.some(({ kind }) => kind === "function")

/** Returns the default limits of a confined command for the limits that are not set. A limit of `unlimited` is set. */
export const pickDefaultLimits = ({
  processes,
  outputBytes,
  memoryBytes,
  memoryShare
}: Partial<ResourceLimits>): Partial<ResourceLimits> => ({
  ...(processes === undefined ? { processes: commandLimits.processes } : {}),
  ...(outputBytes === undefined ? { outputBytes: commandLimits.outputBytes } : {}),
  ...(memoryBytes === undefined && memoryShare === undefined ? { memoryShare: commandLimits.memoryShare } : {})
})

/**
 * Returns the limits of a tool under all configurations: the lowest value of each limit. `byDefault` contains those
 * that are defaults of confined commands. Only a limit in the first configuration replaces a default.
 */
export const resolveLimits = (
  configs: ReadonlyArray<ToolRules>,
  tool: Pick<ToolDefinition, "name" | "aliases">,
  isConfined: boolean
): { readonly limits: Partial<ResourceLimits>; readonly byDefault: Partial<ResourceLimits> } => {
  const [first = {}, ...later] = configs.map((config) =>
    getToolRules(config, tool)
      .map((rule) => rule.limits)
      .reduce(meetLimits, {})
  )
  const defaults = isConfined ? pickDefaultLimits(first) : {}
  const limits = later.reduce(meetLimits, { ...first, ...defaults })
  const names = Object.keys(defaults) as ReadonlyArray<keyof typeof defaults>
  const byDefault = Object.fromEntries(
    names.filter((name) => limits[name] === defaults[name]).map((name) => [name, defaults[name]])
  )
  return { limits, byDefault }
}
