import type { JsonObject, RegisteredTool, Tool, ToolRegistry, Visibility } from "@toolgate/core"

/**
 * The code that checks tools and requests for a dry run. A registry checks live calls with the same code; here it
 * registers nothing. `@toolgate/registry` implements the interface.
 */
export interface Validator {
  /** Returns the tool as it would be registered, or every problem of its definition, each as a part of a sentence. */
  readonly checkTool: (tool: Tool) => RegisteredTool | ReadonlyArray<string>
  /**
   * Returns a reader of JSON objects with the schema. The reader works like that of a call's arguments. `subject` names
   * the object in messages.
   */
  readonly reader: (
    schema: JsonObject
  ) => (subject: {
    readonly called: string
    readonly are: "is"
    readonly instead: string
    readonly isLine?: boolean
  }) => RegisteredTool["parse"]
  /** Returns the visibility of a registry without a policy, which words the refusal of an unknown tool. */
  readonly visibilityOf: (registry: Pick<ToolRegistry["Service"], "list" | "lookup">) => Visibility["Service"]
}
