import {
  type Gated,
  type PermissionRequest,
  type Permit,
  RuntimePolicy,
  refuse,
  type SandboxName,
  unlimited
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const policy = (checkPermission: (request: PermissionRequest) => Gated<Permit>) =>
  Layer.succeed(RuntimePolicy, { checkPermission })

/**
 * A policy that refuses every call.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { TestPolicies } from "@toolgate/testing"
 * import { builtins, createToolgate } from "toolgate"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: TestPolicies.denies, tools: builtins() })
 * const { error } = await gate.dispatch({ id: "1", tool: "list_dir", args: {} })
 * assert.equal(error?.why, "PolicyDenied")
 * ```
 */
export const denies = policy(({ tool }) => refuse("PolicyDenied", `Permission denied: tool "${tool.name}" is denied.`))

/**
 * Makes a policy that grants every call, in one sandbox.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { TestPolicies } from "@toolgate/testing"
 * import { createToolgate, defineTool } from "toolgate"
 *
 * const parameters = { type: "object" } as const
 * const ping = defineTool({
 *   name: "ping",
 *   description: "Answers.",
 *   parameters,
 *   sideEffects: "NONE",
 *   execute: () => "pong"
 * })
 * await using gate = await createToolgate({ workspace: ".", policy: TestPolicies.allowIn("microvm"), tools: [ping] })
 * // This gate has no such sandbox.
 * const { error } = await gate.dispatch({ id: "1", tool: "ping", args: {} })
 * assert.equal(error?.why, "SandboxUnavailable")
 * ```
 */
export const allowIn = (sandbox: SandboxName) =>
  policy((request) =>
    Effect.succeed({
      request,
      grant: { sandbox, confinement: "required", limits: unlimited(), access: { files: [], hosts: [], env: [] } },
      because: { layer: "test", rule: "route", source: "TestPolicies" },
      waitedMs: 0
    })
  )

/**
 * Makes a policy that calls `asked` for each request and never decides.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { TestPolicies } from "@toolgate/testing"
 * import { builtins, createToolgate } from "toolgate"
 *
 * const stop = new AbortController()
 * const policy = TestPolicies.waits(() => stop.abort())
 * await using gate = await createToolgate({ workspace: ".", policy, tools: builtins() })
 * // The call ends although its policy never decides.
 * const { error } = await gate.dispatch({ id: "1", tool: "list_dir", args: {} }, { signal: stop.signal })
 * assert.equal(error?.why, "Cancelled")
 * ```
 */
export const waits = (asked: () => void) =>
  policy(() =>
    Effect.suspend(() => {
      asked()
      return Effect.never
    })
  )

/**
 * A policy that throws, as a broken policy would.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { TestPolicies } from "@toolgate/testing"
 * import { builtins, createToolgate } from "toolgate"
 *
 * // Discards the log lines.
 * const log = () => {}
 * const logger = { trace: log, debug: log, info: log, warn: log, error: log, fatal: log }
 * const options = { workspace: ".", policy: TestPolicies.throws, tools: builtins(), logger }
 * await using gate = await createToolgate(options)
 * const { executed, error } = await gate.dispatch({ id: "1", tool: "list_dir", args: {} })
 * assert.deepEqual([executed, error?.why], ["no", "InternalError"])
 * ```
 */
export const throws = policy(() => {
  throw new Error("the policy is broken")
})
