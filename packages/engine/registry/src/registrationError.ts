import { type ToolDefinition, ToolRegistrationError } from "@toolgate/core"
import { literal } from "./literal.ts"

/** A definition that is not registered, and the reasons. */
interface Unregistered {
  readonly tool: ToolDefinition
  readonly problems: ReadonlyArray<string>
}

/**
 * Returns the error about definitions that are not registered. Its message has a sentence for each, and it names the
 * first.
 */
export const registrationError = (refused: readonly [Unregistered, ...Array<Unregistered>]): ToolRegistrationError =>
  new ToolRegistrationError({
    tool: String(refused[0].tool?.name),
    message: refused
      .map(({ tool, problems }) => `Tool ${literal(tool?.name)} cannot be registered: ${problems.join("; ")}.`)
      .join(" "),
    problems: refused.flatMap(({ problems }) => problems)
  })
