import type { ResourceDeclaration, ToolDefinition } from "@toolgate/core"

type Declares = Pick<ToolDefinition, "resources">

/**
 * Whether a tool runs commands. Only part of what a command touches is known before the command runs.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { runsCommands } from "@toolgate/policy"
 * import { builtins, shell } from "toolgate"
 *
 * assert.equal(runsCommands(shell), true)
 * assert.equal(builtins().some(runsCommands), false)
 * ```
 */
export const runsCommands = ({ resources }: Declares): boolean => resources.some(isOfCommand)

/** Whether a tool runs commands, and all of them promise to only read in the workspace. */
export const onlyReadsWorkspace = ({ resources }: Declares): boolean => {
  const commands = resources.filter(isOfCommand)
  return commands.length > 0 && commands.every((one) => one.kind === "command" && one.workspace === "r")
}

/** Whether a tool declares hosts. Its calls reach these hosts and no others. */
export const namesItsHosts = ({ resources }: Declares): boolean => resources.some(isOfHost)

/**
 * Whether a tool's arguments name every file or tree that the tool touches. A tool without declarations may touch any
 * file of its grant.
 */
export const namesItsPaths = (tool: Declares): boolean => tool.resources.length > 0 && !runsCommands(tool)

/**
 * Whether a tool's arguments name every single file that the tool touches. A tree also contains files that the
 * arguments do not name.
 */
export const namesItsFiles = (tool: Declares): boolean =>
  namesItsPaths(tool) && !tool.resources.some((one) => one.kind === "file" && one.scope === "tree")

/** Whether the declared resource is a command. The words of a command may name anything. */
export const isOfCommand = ({ kind }: ResourceDeclaration): boolean =>
  kind === "shell" || kind === "argv" || kind === "command"

/** Whether the declared resource is a host, from an argument or fixed. */
export const isOfHost = ({ kind }: ResourceDeclaration): boolean => kind === "url" || kind === "host"
