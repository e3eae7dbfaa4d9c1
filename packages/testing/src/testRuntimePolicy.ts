import { deepEqual, equal, ok } from "node:assert/strict"
import {
  type ArgumentsEdited,
  type FileResource,
  type Judgement,
  type PermissionRequest,
  type Permit,
  type Principal,
  type Refused,
  type ResolvedPath,
  type Resource,
  RuntimePolicy,
  refusals
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { makePermissionRequest } from "./makePermissionRequest.ts"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/**
 * The contract suite of `RuntimePolicy`, also for an app's own policies. A policy answers each request with a refusal,
 * or with a permit for that request whose grant can be enforced. It does not modify its input. It grants no file
 * outside the workspace that the request does not name.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { HostPolicy } from "@toolgate/policy"
 * import { testRuntimePolicy } from "@toolgate/testing"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * testRuntimePolicy({ describe, it }, HostPolicy.layer)
 * for (const run of cases) await run()
 * assert(cases.length > 0)
 * ```
 */
export const testRuntimePolicy = (suite: SuiteFunctions, policy: Layer.Layer<RuntimePolicy, unknown>): void => {
  const answers = (asked: ReadonlyArray<PermissionRequest> = requests) =>
    Effect.runPromise(
      Effect.flatMap(RuntimePolicy, ({ checkPermission }) =>
        Effect.forEach(asked, (request) =>
          Effect.map(
            Effect.catch(
              Effect.suspend(() => checkPermission(request)),
              (refusal: Refused) => Effect.succeed(refusal)
            ),
            (answer) => ({ request, answer })
          )
        )
      ).pipe(Effect.provide(policy))
    )

  suite.describe("a runtime policy", () => {
    suite.it("returns a permit for exactly the given request, or a refusal", async () => {
      for (const { request, answer } of await answers()) {
        if (isPermit(answer)) {
          equal(answer.request, request)
          deepEqual(structuredClone(answer), answer, "A permit is plain data.")
        } else if (answer._tag === "ArgumentsEdited") ok(answer.approval.length > 0, "An edit names its approval.")
        else ok(Object.hasOwn(refusals, answer.why) && answer.message.length > 0, "A refusal names why and says it.")
      }
    })

    suite.it("grants limits that can be enforced", async () => {
      for (const { grant } of (await answers()).map(({ answer }) => answer).filter(isPermit)) {
        for (const bound of [grant.limits.wallMs, grant.limits.cpuMs, grant.limits.memoryBytes, grant.limits.processes])
          ok(bound === "unlimited" || bound > 0, "A limit is a positive number, or unlimited.")
        ok(grant.limits.outputBytes >= 0 && Number.isFinite(grant.limits.outputBytes), "Output is bounded.")
      }
    })

    suite.it("grants no file outside the workspace that the request does not name", async () => {
      for (const { request, answer } of await answers()) {
        if (!isPermit(answer)) continue
        const named = new Set<string>(request.resources.filter(isFile).map(({ path }) => path))
        for (const { path, scope } of answer.grant.access.files)
          ok(path === workspace || path.startsWith(`${workspace}/`) || (named.has(path) && scope === "exact"), path)
      }
    })

    suite.it("hides no tool if it permits a call of it", async () => {
      const { mayPermit = () => true } = await Effect.runPromise(Effect.provide(Effect.service(RuntimePolicy), policy))
      for (const { request, answer } of await answers())
        ok(!isPermit(answer) || mayPermit(request.tool, request.context), "What is permitted may be permitted.")
    })

    suite.it("accepts an approval for its own call only, and edited arguments once", async () => {
      const given = { id: "an approval" }
      const resumed = requests.map((request) => ({ ...request, given }))
      const edited = requests.map((request) => ({ ...request, given: { ...given, proposed: { before: "editing" } } }))
      for (const { request, answer } of await answers([...resumed, ...edited]))
        if (isPermit(answer)) ok(answer.approval === undefined || answer.approval.id === given.id)
        else if (answer._tag === "ArgumentsEdited")
          ok(answer.approval === given.id && request.given?.proposed === undefined, "Arguments are edited once.")
    })

    suite.it("decides exactly as it judges", async () => {
      const { judge } = await Effect.runPromise(Effect.provide(Effect.service(RuntimePolicy), policy))
      if (judge === undefined) return
      for (const { request, answer } of await answers()) {
        const judged: Judgement = await Effect.runPromise(judge(request))
        if (judged.decision === "deny") deepEqual(answer, judged.refusal)
        else if (isPermit(answer)) deepEqual(answer.grant, judged.grant)
        else equal(judged.decision, "ask", "What is judged to run is permitted.")
      }
    })

    suite.it("does not change its input, and answers the same again", async () => {
      const before = JSON.stringify(requests)
      const [first, second] = [await answers(), await answers()]
      equal(JSON.stringify(requests), before)
      deepEqual(
        first.map(({ answer }) => summary(answer)),
        second.map(({ answer }) => summary(answer))
      )
    })
  })
}

const isPermit = (answer: Permit | ArgumentsEdited | Refused): answer is Permit => "grant" in answer

const isFile = (resource: Resource): resource is FileResource => resource.kind === "file"

const summary = (answer: Permit | ArgumentsEdited | Refused) =>
  isPermit(answer) ? answer.grant : answer._tag === "Refused" ? answer.why : answer.args

const workspace = "/workspace" as ResolvedPath

const principals: ReadonlyArray<Principal> = [
  { agent: "anyone", ceiling: { tools: "any" } },
  { agent: "nobody", ceiling: { tools: [] } },
  { agent: "child", ceiling: { tools: "any" }, parent: { agent: "parent", ceiling: { tools: ["other"] } } }
]

const files: ReadonlyArray<ReadonlyArray<Resource>> = [
  [],
  [{ kind: "file", path: "/workspace/a" as ResolvedPath, mode: "r" }],
  [{ kind: "file", path: "/etc/hosts" as ResolvedPath, mode: "rw" }]
]

const requests: ReadonlyArray<PermissionRequest> = principals.flatMap((principal) =>
  files.flatMap((resources) =>
    (["NONE", "READ", "WRITE", "EXECUTE", "NETWORK"] as const).flatMap((sideEffects) =>
      (["direct", "chain"] as const).map((kind) =>
        makePermissionRequest({
          tool: {
            sideEffects,
            resources: resources
              .filter(isFile)
              .map(({ mode }) => ({ kind: "file", arg: "/path", mode, within: "host" }) as const)
          },
          resources,
          context: {
            principal,
            workspace,
            caller: kind === "direct" ? { kind } : { kind, parent: "0", chain: "0", index: 0 }
          }
        })
      )
    )
  )
)
