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

/** A policy that refuses every call. */
export const denies = policy(({ tool }) => refuse("PolicyDenied", `Permission denied: tool "${tool.name}" is denied.`))

/** Makes a policy that grants every call, in one sandbox. */
export const allowIn = (sandbox: SandboxName) =>
  policy((request) =>
    Effect.succeed({
      request,
      grant: { sandbox, confinement: "required", limits: unlimited(), access: { files: [], hosts: [], env: [] } },
      because: { layer: "test", rule: "route", source: "TestPolicies" },
      waitedMs: 0
    })
  )

/** Makes a policy that calls `asked` for each request and never decides. */
export const waits = (asked: () => void) =>
  policy(() =>
    Effect.suspend(() => {
      asked()
      return Effect.never
    })
  )

/** A policy that throws, as a broken policy would. */
export const throws = policy(() => {
  throw new Error("the policy is broken")
})
