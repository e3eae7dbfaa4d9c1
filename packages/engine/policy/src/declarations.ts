import type { ResourceDeclaration, ToolDefinition } from "@toolgate/core"

type Declares = Pick<ToolDefinition, "resources">

/** Whether a tool runs commands. Only part of what a command touches is known before the command runs. */
export const runsCommands = ({ resources }: Declares): boolean => resources.some(isOfCommand)

/** Whether a tool runs commands, and all of them promise to only read in the workspace. */
export const onlyReadsWorkspace = ({ resources }: Declares): boolean => {
  const commands = resources.filter(isOfCommand)
  return commands.length > 0 && commands.every((one) => one.kind === "command" && one.workspace === "r")
}

/** Whether a tool declares hosts. Its calls reach these hosts and no others. */
export const namesItsHosts = ({ resources }: Declares): boolean => resources.some(isOfHost)

/**
 * Whether a tool's arguments name where all files lie that the tool touches. A tool without declarations may touch any file of
 * its grant.
 */
export const namesItsPlaces = (tool: Declares): boolean => tool.resources.length > 0 && !runsCommands(tool)

/** Whether a tool's arguments name every file that the tool touches, one by one. A tree holds files that nobody names. */
export const namesItsFiles = (tool: Declares): boolean =>
  namesItsPlaces(tool) && !tool.resources.some((one) => one.kind === "file" && one.scope === "tree")

/** Whether what is declared is a command, whose words may name anything. */
export const isOfCommand = ({ kind }: ResourceDeclaration): boolean =>
  kind === "shell" || kind === "argv" || kind === "command"

/** Whether what is declared is a host: that of an argument, or the same in every call. */
export const isOfHost = ({ kind }: ResourceDeclaration): boolean => kind === "url" || kind === "host"
