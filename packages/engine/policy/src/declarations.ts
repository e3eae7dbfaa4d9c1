import type { ToolDefinition } from "@toolgate/core"

type Declares = Pick<ToolDefinition, "resources">

/** Whether a tool is given commands: what they touch is only partly known before they run. */
export const runsCommands = ({ resources }: Declares): boolean =>
  resources.some(({ kind }) => kind === "shell" || kind === "argv")

/** Whether a tool's arguments name every file that it touches. One that declares nothing may touch anything it is given. */
export const namesItsFiles = (tool: Declares): boolean => tool.resources.length > 0 && !runsCommands(tool)
