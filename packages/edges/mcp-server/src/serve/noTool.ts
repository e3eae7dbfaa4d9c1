import { quoted, type Refused, refused, type ToolExecution } from "@toolgate/core"

/** Returns the refusal of a call to a tool that stands for a request of the protocol. */
export const requestAsTool = (name: string): Refused =>
  refused(
    "ToolNotFound",
    `Tool ${quoted(name)} not found. Resources, prompts and completions have requests of their own.`
  )

/** Returns why a tool was not found, in words that name no tool of `hidden`. */
export const noToolMessage = (
  { toolName, error }: ToolExecution & { readonly error: Refused },
  hidden: ReadonlySet<string>
): string => {
  const { available, offer } = error.details
  const names = Array.isArray(available) ? available.map(String) : []
  const shown = names.filter((name) => !hidden.has(name))
  if (shown.length === names.length) return error.message
  const offered = typeof offer === "string" ? ` ${offer}` : ""
  return `Tool ${quoted(toolName)} not found.${offered}${shown.length === 0 ? "" : ` Among others there are: ${shown.join(", ")}.`}`
}
