import type { Asker, Principal, ToolDefinition } from "@toolgate/core"

/**
 * Returns the tools that a principal is told about: those that its ceiling and every ceiling above it name, and that
 * may be called in the way of this call.
 */
export const visibleTools = (
  tools: ReadonlyArray<ToolDefinition>,
  { caller, principal }: Asker
): ReadonlyArray<ToolDefinition> => {
  const ceilings = ceilingsOf(principal)
  return tools.filter(
    (tool) => tool.callers.includes(caller.kind) && ceilings.every((ceiling) => ceiling.has(tool.name))
  )
}

const ceilingsOf = (principal: Principal): ReadonlyArray<ReadonlySet<string>> => {
  const ceilings: Array<ReadonlySet<string>> = []
  for (let one: Principal | undefined = principal; one !== undefined; one = one.parent)
    if (one.ceiling.tools !== "any") ceilings.push(new Set(one.ceiling.tools))
  return ceilings
}
