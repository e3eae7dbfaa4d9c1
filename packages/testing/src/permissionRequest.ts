import {
  type CallContext,
  defineTool,
  type PermissionRequest,
  type RegisteredTool,
  type ResolvedPath,
  type Resource,
  ready,
  type Tool
} from "@toolgate/core"

/** What of a request matters to a test; the rest is ordinary. */
export interface RequestParts {
  readonly tool?: Partial<Tool>
  readonly args?: PermissionRequest["args"]
  readonly resources?: ReadonlyArray<Resource>
  readonly context?: Partial<CallContext>
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
  parse: () => ready({}),
  checkOutput: () => undefined
})

/** A request as the gate makes one, in the workspace "/workspace", by an agent that no ceiling bounds. */
export const permissionRequest = (
  { tool, args = {}, resources = [], context }: RequestParts = {},
  registered: RegisteredTool = registeredTool(tool)
): PermissionRequest => ({
  call: { id: "1", tool: registered.name, args: { value: args } },
  tool: registered,
  args,
  resources,
  context: {
    callId: "1",
    begunAt: 0,
    executed: "yes",
    session: "s",
    turn: "t",
    principal: { agent: "a", ceiling: { tools: "any" } },
    workspace: "/workspace" as ResolvedPath,
    caller: { kind: "direct" },
    deadline: undefined,
    onStop: () => {},
    emit: () => {},
    asking: (answer) => answer,
    dispatch: () => {
      throw new Error("Nothing is dispatched by a test of a policy.")
    },
    ...context
  }
})
