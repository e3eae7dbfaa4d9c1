import { type Allowed, type Asked, type ExecutionGrant, type PermissionRequest, unlimited } from "@toolgate/core"
import { accessOf } from "./accessOf.ts"
import { meetLimits } from "./meetBounds.ts"
import { naturalSandbox } from "./naturalSandbox.ts"

/** What a call is granted: by the verdict alone, or when a person approves it. */
export const grantOf = (request: PermissionRequest, { bounds }: Allowed | Asked): ExecutionGrant => ({
  sandbox: bounds.sandbox ?? naturalSandbox(request.tool),
  confinement: bounds.confinement ?? "required",
  limits: bounds.limits === undefined ? noLimits : meetLimits(noLimits, bounds.limits),
  access: accessOf(request, bounds)
})

const noLimits = Object.freeze(unlimited())
