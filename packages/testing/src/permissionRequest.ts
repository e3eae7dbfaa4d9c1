import {
  type DispatchContext,
  defineTool,
  type PermissionRequest,
  type RegisteredTool,
  type ResolvedPath,
  type Resource,
  type Tool
} from "@toolgate/core"
import * as Effect from "effect/Effect"

/** What of a request matters to a test; the rest is ordinary. */
export interface RequestParts {
  readonly id?: string
  readonly tool?: Partial<Tool>
  readonly args?: PermissionRequest["args"]
  readonly resources?: ReadonlyArray<Resource>
  readonly context?: Partial<DispatchContext>
}

/** A tool as a registry hands it out, that takes everything and answers with null. */
export const registeredTool = (parts: Partial<Tool> = {}): RegisteredTool => ({
  ...defineTool({
    name: "a_tool",
    description: "For tests.",
    parameters: { type: "object" },
    sideEffects: "NONE",
    execute: () => null
  }),
  ...parts,
  parse: () => Effect.succeed({}),
  checkOutput: () => undefined
})

/** A request as the gate makes one, in the workspace "/workspace", by an agent that no ceiling bounds. */
export const permissionRequest = (
  { id = "1", tool, args = {}, resources = [], context }: RequestParts = {},
  registered: RegisteredTool = registeredTool(tool)
): PermissionRequest => ({
  call: { id, tool: registered.name, args: { value: args } },
  tool: registered,
  args,
  resources,
  context: {
    session: "s",
    turn: "t",
    principal: { agent: "a", ceiling: { tools: "any" } },
    workspace: "/workspace" as ResolvedPath,
    caller: { kind: "direct" },
    deadline: undefined,
    ...context
  }
})
