import { builtins, shell, type Tool } from "toolgate"
import { shortText } from "./shortText.ts"

/** What the arguments of a call point at, in short: what its tool declares, or else the first text among them. */
export const callTarget = (toolName: string, args: Readonly<Record<string, unknown>> | undefined): string => {
  if (args === undefined) return ""
  for (const { arg } of tools.get(toolName)?.resources ?? []) {
    const value = args[arg.slice(1)]
    if (value !== undefined) return shown(value)
  }
  const first = Object.values(args).find((value) => typeof value === "string")
  return first === undefined ? "" : shown(first)
}

// No tool of this command line points at what lies deeper in its arguments.
const tools: ReadonlyMap<string, Tool> = new Map([...builtins(), shell].map((tool) => [tool.name, tool]))

const shown = (value: unknown): string => shortText(Array.isArray(value) ? value.join(" ") : String(value))
