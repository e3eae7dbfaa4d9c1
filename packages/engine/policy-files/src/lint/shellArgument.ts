import type { ResolvedPath, ToolDefinition } from "@toolgate/core"

/** Returns the name of the argument that holds the text of a command; `undefined` if a tool has none. */
export const shellArgument = ({ resources }: ToolDefinition): string | undefined =>
  resources.flatMap((one) => (one.kind === "shell" ? (/^\/([^/~]+)$/.exec(one.arg)?.[1] ?? []) : []))[0]

/** The workspace in which commands are read that are not run. */
export const nowhere = "/nowhere" as ResolvedPath
