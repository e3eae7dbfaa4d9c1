import {
  Approvals,
  type DispatchContext,
  defineTool,
  type PermissionRequest,
  type Principal,
  type Refused,
  type ResolvedPath,
  type Resource,
  RuntimePolicy,
  type Tool,
  unlimited
} from "@toolgate/core"
import { makePermissionRequest, testRuntimePolicy } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { HostPolicy } from "../src/index.ts"

const workspace = "/app" as ResolvedPath
const anyone: Principal = { agent: "a", ceiling: { tools: "any" } }

const request = (
  more: {
    tool?: Partial<Tool>
    resources?: ReadonlyArray<Resource>
    principal?: Principal
    caller?: DispatchContext["caller"]
  } = {}
): PermissionRequest => {
  const { tool, resources = [], principal = anyone, caller = { kind: "direct" } } = more
  return makePermissionRequest({ tool: { name: "t", ...tool }, resources, context: { principal, caller, workspace } })
}

const check = (asked: PermissionRequest) =>
  Effect.runPromise(
    Effect.flatMap(RuntimePolicy, (policy) => policy.checkPermission(asked)).pipe(
      Effect.catch((refusal: Refused) => Effect.succeed(refusal)),
      Effect.provide(HostPolicy.layer)
    )
  )

describe("HostPolicy", () => {
  it.each([
    ["NONE", []],
    ["READ", [{ path: workspace, mode: "r", scope: "tree" }]],
    ["EXECUTE", [{ path: workspace, mode: "rw", scope: "tree" }]]
  ] as const)(
    "grants a %s tool without file declarations the matching access to the workspace",
    async (sideEffects, files) => {
      expect(await check(request({ tool: { sideEffects } }))).toMatchObject({ grant: { access: { files } } })
    }
  )

  it("grants the host, unconfined and without limits, and the workspace to a tool that declares no files", async () => {
    const asked = request({ tool: { sideEffects: "WRITE" } })
    expect(await check(asked)).toEqual({
      request: asked,
      grant: {
        sandbox: "host",
        confinement: "waived",
        limits: unlimited(),
        access: { files: [{ path: workspace, mode: "rw", scope: "tree" }], hosts: [], env: "any" }
      },
      because: { layer: "host", rule: "everything", source: "HostPolicy" },
      waitedMs: 0
    })
  })

  it("runs text that was not read, except for an agent with bounded files or hosts", async () => {
    const resources: ReadonlyArray<Resource> = [{ kind: "unread", reason: "It was not read." }]
    const child = (ceiling: Principal["ceiling"]): Principal => ({ agent: "b", ceiling, parent: anyone })
    expect(await check(request({ resources }))).toMatchObject({ grant: { sandbox: "host" } })
    expect(await check(request({ resources, principal: child({ tools: "any" }) }))).toMatchObject({ grant: {} })
    expect(await check(request({ resources, principal: child({ tools: "any", hosts: [] }) }))).toMatchObject({
      why: "PolicyDenied"
    })
  })

  it("sends only guests to their sandbox, confined", async () => {
    const named = { name: "t", description: "A tool.", parameters: { type: "object" }, sideEffects: "READ" } as const
    const { implementations: scripts } = defineTool({ ...named, wasm: { script: "/s.js" } })
    const { implementations: commands } = defineTool({ ...named, command: { argv: ["true"] } })
    expect(await check(request({ tool: { implementations: scripts } }))).toMatchObject({
      grant: { sandbox: "wasm", confinement: "required", access: { env: [] } }
    })
    expect(await check(request({ tool: { implementations: [...scripts, ...commands] } }))).toMatchObject({
      grant: { sandbox: "host", confinement: "waived", access: { env: "any" } }
    })
  })

  it("grants a declaring tool only the files that its call names, wherever they are", async () => {
    const asked = request({
      tool: { resources: [{ kind: "file", arg: "/path", mode: "r", within: "host" }] },
      resources: [{ kind: "file", path: "/etc/hosts" as ResolvedPath, mode: "r" }]
    })
    expect(await check(asked)).toMatchObject({
      grant: { access: { files: [{ path: "/etc/hosts", mode: "r", scope: "exact" }] } }
    })
  })

  it.each<[string, Principal]>([
    ["its principal's ceiling", { agent: "a", ceiling: { tools: ["other"] } }],
    ["an empty ceiling", { agent: "a", ceiling: { tools: [] } }],
    ["the ceiling of its delegator", { ...anyone, parent: { agent: "p", ceiling: { tools: ["other"] } } }]
  ])("refuses a tool that exceeds %s", async (_name, principal) => {
    expect(await check(request({ principal }))).toMatchObject({ why: "PolicyDenied", class: "permission_denied" })
  })

  it("allows a tool that every ceiling names", async () => {
    const principal: Principal = {
      agent: "a",
      ceiling: { tools: ["t"] },
      parent: { agent: "p", ceiling: { tools: ["t", "u"] } }
    }
    expect(await check(request({ principal }))).toMatchObject({ grant: { sandbox: "host" } })
  })

  it("refuses a chained call of a tool that accepts only direct calls", async () => {
    const caller = { kind: "chain" as const, parent: "p", chain: "c", index: 0 }
    expect(await check(request({ caller }))).toMatchObject({ why: "PolicyDenied" })
    expect(await check(request({ caller, tool: { callers: ["chain"] } }))).toMatchObject({ grant: { sandbox: "host" } })
  })
})

describe("a call under HostPolicy that comes with an approval", () => {
  const resumed = { ...request(), given: { id: "a1" } }

  it("is refused if the gate has no approvals", async () => {
    expect(await check(resumed)).toMatchObject({
      why: "PolicyDenied",
      message: expect.stringContaining("does not store approvals")
    })
  })

  it("is checked by the approvals of the gate", async () => {
    const asked: Array<unknown> = []
    const approvals = Layer.succeed(Approvals, {
      obtain: (question) => {
        asked.push(question.request)
        return Effect.succeed({ id: "a1", waitedMs: 0 })
      }
    })
    const policy = Effect.provide(RuntimePolicy, Layer.provide(HostPolicy.layer, approvals))
    const { checkPermission } = await Effect.runPromise(policy)
    expect(await Effect.runPromise(checkPermission(resumed))).toMatchObject({ approval: { id: "a1" } })
    expect(await Effect.runPromise(checkPermission(request()))).not.toHaveProperty("approval")
    expect(asked).toEqual([resumed])
  })
})

describe("HostPolicy", () => testRuntimePolicy({ describe, it }, HostPolicy.layer))
