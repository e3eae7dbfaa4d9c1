import type { ArgumentsEdited, PermissionRequest, Permit } from "@toolgate/core"

/**
 * Returns the permit if it is one, for this very request and by the approval that the request comes with. Throws for any other
 * answer of a policy: a sandbox relies on nothing but the permit, and one for another request would run that request.
 */
export const checkPermit = (permit: Permit | ArgumentsEdited, request: PermissionRequest): Permit => {
  if (!("grant" in permit)) throw new TypeError(noPermit)
  const { grant, approval } = permit
  const { sandbox, limits, access } = grant
  if (permit.request !== request) throw new TypeError("The policy answered with a permit for another request.")
  // A policy that does not know about approvals would run a call again and again that a person approved once.
  if (request.given !== undefined && approval?.id !== request.given.id)
    throw new TypeError("The policy answered with a permit that is not by the approval of the call.")
  if (
    typeof sandbox !== "string" ||
    !isObject(limits) ||
    !isObject(access) ||
    !isObject(permit.because) ||
    !(permit.waitedMs >= 0) ||
    (approval !== undefined && typeof approval.id !== "string")
  )
    throw new TypeError(noPermit)
  return permit
}

const noPermit = "The policy answered with a value that is no permit."

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null
