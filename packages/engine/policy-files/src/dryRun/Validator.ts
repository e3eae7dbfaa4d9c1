import type { JsonObject, RegisteredTool, Tool, ToolRegistry, Visibility } from "@toolgate/core"

/**
 * What a dry run checks tools and requests with: the code by which a registry does so for live calls, asked without registering
 * anything. `@toolgate/registry` has it.
 */
export interface Validator {
  /** The tool as it would be registered, or everything that is wrong with its definition, each a sentence's part. */
  readonly checkTool: (tool: Tool) => RegisteredTool | ReadonlyArray<string>
  /** Reads JSON by the schema of an object, as the arguments of calls are read. What it refuses it says of the subject. */
  readonly reader: (
    schema: JsonObject
  ) => (subject: {
    readonly called: string
    readonly are: "is"
    readonly instead: string
    readonly isLine?: boolean
  }) => RegisteredTool["parse"]
  /** The visibility of a registry without a policy, which words the refusal of an unknown tool. */
  readonly visibilityOf: (registry: Pick<ToolRegistry["Service"], "list">) => Visibility["Service"]
}
