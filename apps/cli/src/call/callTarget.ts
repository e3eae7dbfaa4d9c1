import type { Tool } from "toolgate"
import { listOwnTools } from "../flags/hostToolsFlag.ts"
import { formatShortText } from "../text/formatShortText.ts"

/** Returns a short text for the target of a call: its first declared resource or, without one, its first text argument. */
export const callTarget = (toolName: string, args: Readonly<Record<string, unknown>> | undefined): string => {
  if (args === undefined) return ""
  for (const declared of tools.get(toolName)?.resources ?? []) {
    const value = "arg" in declared ? args[declared.arg.slice(1)] : undefined
    if (value !== undefined) return shown(value)
  }
  const first = Object.values(args).find((value) => typeof value === "string")
  return first === undefined ? "" : shown(first)
}

// None of these tools declares a nested resource.
const tools: ReadonlyMap<string, Tool> = new Map(listOwnTools({ hostTools: true }).map((tool) => [tool.name, tool]))

const shown = (value: unknown): string => formatShortText(Array.isArray(value) ? value.join(" ") : String(value))
