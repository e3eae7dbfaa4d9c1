import { defineTool, type Tool } from "@toolgate/core"
import Type from "typebox"

/**
 * The tool `shell`, which runs a command in the workspace. The host sandbox confines it.
 *
 * ```ts
 * import { builtins, createToolgate, shell } from "toolgate"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [...builtins(), shell] })
 * const answer = await gate.dispatch({ id: "1", tool: "shell", args: { cmd: "git status" } })
 * console.log(answer.output.content)
 * ```
 */
export const shell: Tool = defineTool({
  name: "shell",
  aliases: ["run_shell"],
  title: "Run a shell command",
  description:
    "Runs a command with sh in the workspace, and returns what it prints and its exit status. Commands that can be read " +
    "before they run (no variables, expansions or substitutions) are the likeliest to be permitted.",
  parameters: Type.Object(
    { command: Type.String({ description: "The command, as in: git status", minLength: 1 }) },
    { additionalProperties: false }
  ),
  sideEffects: "EXECUTE",
  effects: ["local_exec", "modifies_files", "system_state"],
  destructive: true,
  risk: "MEDIUM",
  category: "code",
  permission: "shell",
  resources: [{ kind: "shell", arg: "/command" }],
  requiresWorkspace: true,
  callers: ["direct", "chain"],
  command: { argv: ["/bin/sh", "-c"], input: ["/command"], output: "text" }
})
