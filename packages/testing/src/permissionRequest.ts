import {
  type DispatchContext,
  defineTool,
  type ExecutionGrant,
  type PermissionRequest,
  pickDefinition,
  type RegisteredTool,
  type ResolvedPath,
  type Resource,
  type Tool,
  type ToolDefinition,
  unlimited
} from "@toolgate/core"
import * as Effect from "effect/Effect"

/** The parts of a request that matter to a test. The others are ordinary. */
export interface RequestParts {
  readonly id?: string
  readonly idempotencyKey?: string
  readonly tool?: Partial<ToolDefinition>
  readonly args?: PermissionRequest["args"]
  readonly resources?: ReadonlyArray<Resource>
  readonly context?: Partial<DispatchContext>
}

/** Makes a tool as a registry hands it out. It takes any arguments and returns null, and each name has a digest of its own. */
export const registeredTool = (parts: Partial<Tool> = {}): RegisteredTool => {
  const tool: Tool = { ...anyTool, ...parts }
  return {
    definition: pickDefinition(tool),
    digest: digestOf(tool),
    implementations: tool.implementations,
    examples: tool.examples,
    parse: () => Effect.succeed({}),
    checkOutput: () => undefined
  }
}

/** Makes the definition of a tool that takes any arguments and returns null. */
export const toolDefinition = (parts: Partial<ToolDefinition> = {}): ToolDefinition =>
  pickDefinition({ ...anyTool, ...parts })

const anyTool = defineTool({
  name: "a_tool",
  description: "For tests.",
  parameters: { type: "object" },
  sideEffects: "NONE",
  execute: () => null
})

const digestOf = ({ name }: Pick<Tool, "name">) => `digest of ${name}`

/** Makes a request as the gate does, in the workspace "/workspace", by an agent without a ceiling. */
export const permissionRequest = (
  { id = "1", idempotencyKey, tool, args = {}, resources = [], context }: RequestParts = {},
  definition: ToolDefinition = toolDefinition(tool)
): PermissionRequest => ({
  callId: id,
  idempotencyKey,
  tool: definition,
  toolDigest: digestOf(definition),
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

/** Makes a grant of a call that touches nothing. */
export const executionGrant = (parts: Partial<ExecutionGrant> = {}): ExecutionGrant => ({
  sandbox: "host",
  confinement: "required",
  limits: unlimited(),
  access: { files: [], hosts: [], env: [] },
  ...parts
})
