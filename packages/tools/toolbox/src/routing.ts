import type { Tool } from "@toolgate/core"
import { escalate } from "./routing/escalate/definition.ts"

export { escalate }

/**
 * Returns the tools that hand work on, to a person.
 *
 * ```ts
 * import { routingTools } from "@toolgate/toolbox/routing"
 *
 * console.log(routingTools().map(({ name }) => name).join(", "))
 * ```
 */
export const routingTools = (): ReadonlyArray<Tool> => [escalate]
