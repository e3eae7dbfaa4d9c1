import { meetLimits } from "@toolgate/access"
import { type Allowed, type Asked, type ExecutionGrant, type PermissionRequest, unlimited } from "@toolgate/core"
import { accessOf } from "./accessOf.ts"
import { defaultsBeside, isConfinedCommand } from "./commandDefaults.ts"
import { naturalSandbox } from "./naturalSandbox.ts"
import { withPrograms } from "./withPrograms.ts"

/** The grant of a call that is allowed, or that a person approves. */
export const grantOf = (request: PermissionRequest, { bounds }: Allowed | Asked): ExecutionGrant => {
  const { sandbox = naturalSandbox(request.tool), confinement = "required", limits } = bounds
  const access = accessOf(request, bounds)
  const own = limits === undefined ? noLimits : meetLimits(noLimits, limits)
  return isConfinedCommand(request.tool, { sandbox, confinement })
    ? {
        sandbox,
        confinement,
        limits: meetLimits(own, defaultsBeside(limits ?? {})),
        access: withPrograms(access, bounds)
      }
    : { sandbox, confinement, limits: own, access }
}

const noLimits = Object.freeze(unlimited())
