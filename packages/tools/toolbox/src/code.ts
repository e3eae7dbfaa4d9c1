import type { Tool } from "@toolgate/core"
import { gitStatus } from "./code/git-status/definition.ts"

export { gitStatus }

/**
 * Returns the tools for code and its repositories. Those that run programs are commands, which a policy confines.
 *
 * ```ts
 * import { codeTools } from "@toolgate/toolbox/code"
 *
 * console.log(codeTools().map(({ name }) => name).join(", "))
 * ```
 */
export const codeTools = (): ReadonlyArray<Tool> => [gitStatus]
