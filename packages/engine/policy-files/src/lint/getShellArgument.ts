import type { ResolvedPath, ToolDefinition } from "@toolgate/core"

/** Returns the name of the argument with the text of a command, or `undefined`. */
export const getShellArgument = ({ resources }: ToolDefinition): string | undefined =>
  resources.flatMap((one) => (one.kind === "shell" ? (/^\/([^/~]+)$/.exec(one.arg)?.[1] ?? []) : []))[0]

/** A stand-in workspace for commands that are read but never run. */
export const nowhere = "/nowhere" as ResolvedPath
