import { type ToolDefinition, ToolRegistrationError } from "@toolgate/core"
import { formatLiteral } from "./formatLiteral.ts"

/** A rejected definition with its problems. */
export interface Unregistered {
  readonly tool: ToolDefinition
  readonly problems: ReadonlyArray<string>
}

/** Creates the error for rejected definitions, with a sentence for each and the name of the first. */
export const makeRegistrationError = (
  refused: readonly [Unregistered, ...Array<Unregistered>]
): ToolRegistrationError =>
  new ToolRegistrationError({
    tool: String(nameOf(refused[0].tool)),
    message: refused
      .map(({ tool, problems }) => {
        const name = nameOf(tool)
        const subject = name === undefined ? "This value" : `Tool ${formatLiteral(name)}`
        return `${subject} cannot be registered: ${problems.join("; ")}.`
      })
      .join(" "),
    problems: refused.flatMap(({ problems }) => problems)
  })

const nameOf = (tool: ToolDefinition): string | undefined => {
  try {
    return typeof tool === "object" && typeof tool?.name === "string" ? tool.name : undefined
  } catch {
    return undefined
  }
}
