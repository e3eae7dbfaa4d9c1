import type { JsonObject, RegisteredTool, Tool, ToolRegistry, Visibility } from "@toolgate/core"

/**
 * Checks tools and requests for a dry run, with the code that also checks live calls, but without registering tools.
 * `@toolgate/registry` implements the interface.
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
