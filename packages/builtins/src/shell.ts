import type { Tool } from "@toolgate/core"
import Type from "typebox"

/**
 * `shell`: a command of the workspace. Only its definition: it is a program, which a sandbox for commands runs, and where
 * none is installed a policy can judge its calls and no call runs.
 */
export const shell: Tool = {
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
  output: undefined,
  schemas: "portable",
  sideEffects: "EXECUTE",
  effects: ["local_exec", "modifies_files", "system_state"],
  destructive: false,
  risk: "MEDIUM",
  category: "code",
  permission: "shell",
  resources: [{ kind: "shell", arg: "/command" }],
  requiresWorkspace: true,
  requiresCapability: true,
  timeoutMs: 600_000,
  callers: ["direct", "chain"],
  implementations: [{ kind: "command", argv: ["/bin/sh", "-c"] }]
}
