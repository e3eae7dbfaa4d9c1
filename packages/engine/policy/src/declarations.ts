import type { ToolDefinition } from "@toolgate/core"

type Declares = Pick<ToolDefinition, "resources">

/** Whether a tool runs commands. Only part of what a command touches is known before the command runs. */
export const runsCommands = ({ resources }: Declares): boolean =>
  resources.some(({ kind }) => kind === "shell" || kind === "argv")

/**
 * Whether a tool's arguments name every file that the tool touches. A tool without declarations may touch any file of
 * its grant.
 */
export const namesItsFiles = (tool: Declares): boolean => tool.resources.length > 0 && !runsCommands(tool)
