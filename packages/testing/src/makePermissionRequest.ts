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

/** The parts of a request that a test cares about. The others get defaults. */
export interface RequestParts {
  readonly id?: string
  readonly idempotencyKey?: string
  readonly tool?: Partial<ToolDefinition>
  readonly args?: PermissionRequest["args"]
  readonly resources?: ReadonlyArray<Resource>
  readonly context?: Partial<DispatchContext>
}

/**
 * Makes a registered tool that takes any arguments and returns null. Each name has a different digest.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makeRegisteredTool } from "@toolgate/testing"
 *
 * const { definition, digest } = makeRegisteredTool({ name: "search" })
 * assert.equal(definition.name, "search")
 * assert.notEqual(digest, makeRegisteredTool({ name: "deploy" }).digest)
 * ```
 */
export const makeRegisteredTool = (parts: Partial<Tool> = {}): RegisteredTool => {
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

/**
 * Makes a tool definition that takes any arguments and returns null.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makeToolDefinition } from "@toolgate/testing"
 *
 * const { name, sideEffects, callers } = makeToolDefinition({ name: "search", sideEffects: "READ" })
 * assert.deepEqual([name, sideEffects, callers], ["search", "READ", ["direct"]])
 * ```
 */
export const makeToolDefinition = (parts: Partial<ToolDefinition> = {}): ToolDefinition =>
  pickDefinition({ ...anyTool, ...parts })

const anyTool = defineTool({
  name: "a_tool",
  description: "For tests.",
  parameters: { type: "object" },
  sideEffects: "NONE",
  execute: () => null
})

const digestOf = ({ name }: Pick<Tool, "name">) => `digest of ${name}`

/**
 * Makes a request by an agent without a ceiling, in the workspace "/workspace".
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makePermissionRequest } from "@toolgate/testing"
 * import { deny, type Judge } from "toolgate"
 *
 * const because = { layer: "app", rule: "nothing is published", source: "judges.ts" }
 * const judge: Judge = () => deny(because, "Nothing is published here.")
 * const request = makePermissionRequest({ tool: { name: "publish", sideEffects: "NETWORK" }, args: { to: "all" } })
 * assert.equal(request.context.workspace, "/workspace")
 * assert.equal(judge(request).decision, "deny")
 * ```
 */
export const makePermissionRequest = (
  { id = "1", idempotencyKey, tool, args = {}, resources = [], context }: RequestParts = {},
  definition: ToolDefinition = makeToolDefinition(tool)
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

/**
 * Makes a grant without any access.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makeExecutionGrant } from "@toolgate/testing"
 *
 * const { sandbox, confinement, access } = makeExecutionGrant({ sandbox: "wasm" })
 * assert.deepEqual([sandbox, confinement, access.files], ["wasm", "required", []])
 * ```
 */
export const makeExecutionGrant = (parts: Partial<ExecutionGrant> = {}): ExecutionGrant => ({
  sandbox: "host",
  confinement: "required",
  limits: unlimited(),
  access: { files: [], hosts: [], env: [] },
  ...parts
})
