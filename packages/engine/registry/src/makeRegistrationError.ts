import { type ToolDefinition, ToolRegistrationError } from "@toolgate/core"
import { formatLiteral } from "./formatLiteral.ts"

/** A definition that is not registered, and the reasons. */
export interface Unregistered {
  readonly tool: ToolDefinition
  readonly problems: ReadonlyArray<string>
}

/**
 * Returns the error about definitions that are not registered. Its message has a sentence for each, and it names the
 * first.
 */
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

/** Returns the name of a definition. What is no definition, or cannot be read, has none. */
const nameOf = (tool: ToolDefinition): string | undefined => {
  try {
    return typeof tool === "object" && typeof tool?.name === "string" ? tool.name : undefined
  } catch {
    return undefined
  }
}
