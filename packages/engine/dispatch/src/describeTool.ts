import {
  type Asker,
  type JsonObject,
  type ToolDefinition,
  type ToolDescription,
  ToolNotFound,
  type Visibility
} from "@toolgate/core"
import * as Effect from "effect/Effect"

/**
 * Describes a tool by name or alias, if the asker can see it. Hidden and unknown tools fail with the same message as a
 * call of an unknown tool.
 */
export const describeTool = (
  { visible, unknown }: Visibility["Service"],
  name: string,
  asker: Asker
): Effect.Effect<ToolDescription, ToolNotFound> =>
  Effect.suspend(() => {
    const found = visible(asker).find((tool) => tool.name === name || tool.aliases.includes(name))
    if (found === undefined)
      return Effect.mapError(unknown(name, asker), ({ message }) => new ToolNotFound({ message, executed: "no" }))
    return Effect.succeed(pickDescription(found))
  })

export const pickDescription = ({ name, description, parameters, output }: ToolDefinition): ToolDescription => ({
  name,
  description,
  parameters: parameters as JsonObject,
  ...(output === undefined ? {} : { output: output as JsonObject })
})
