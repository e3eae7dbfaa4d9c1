import { quoted, ToolExecutionError } from "@toolgate/core"

/** Returns the error of a call for which the operator has configured nothing. */
export const createNotSetError = (what: string, member: string, example: string): ToolExecutionError =>
  new ToolExecutionError({
    message: `${what} Ask the operator to name it in the settings of the toolbox, in the section "code" under "${member}": ${example}`,
    executed: "no"
  })

/** Returns the error for a configured program that does not exist. */
export const createMissingProgramError = (program: string): ToolExecutionError =>
  new ToolExecutionError({
    message: `The program ${quoted(program, 200)} of the settings is not there. It is looked for in the folders of PATH outside of the workspace, and where the policy confines it, in the system's folders and those of "path" in the policy. Ask the operator to name it with its path, or to install it.`
  })
