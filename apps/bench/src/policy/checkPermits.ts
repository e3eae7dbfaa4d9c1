import {
  Approvals,
  type PermissionRequest,
  type QuotaStore,
  RuntimePolicy,
  type Sandboxes,
  type ToolRegistry
} from "@toolgate/core"
import { MemoryQuotaStore } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assertAllRight } from "../assertAllRight.ts"
import type { Case } from "../Case.ts"
import type { Parts } from "../steps/parts.ts"

/** Returns the engine's work on a policy per call, without the other steps: sequential permits in one fiber. */
export const checkPermits = async (
  policy: Layer.Layer<RuntimePolicy, never, Approvals | QuotaStore | Sandboxes | ToolRegistry>,
  { sandboxes, registry }: Pick<Parts, "sandboxes" | "registry">,
  request: PermissionRequest
): Promise<Case["run"]> => {
  const layer = policy.pipe(
    Layer.provide([Approvals.layerNobody, MemoryQuotaStore.layer, sandboxes]),
    Layer.provide(registry)
  )
  const { checkPermission } = await Effect.runPromise(Effect.provide(RuntimePolicy, layer))
  const sequence = Effect.fnUntraced(function* (times: number) {
    let right = 0
    for (let at = 0; at < times; at++) {
      const permit = yield* checkPermission(request)
      if ("grant" in permit && permit.grant.sandbox === "host") right++
    }
    return right
  })
  return async (times) => assertAllRight(await Effect.runPromise(sequence(times)), times)
}
