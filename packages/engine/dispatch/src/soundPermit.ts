import type { ArgumentsEdited, PermissionRequest, Permit } from "@toolgate/core"

/**
 * Returns the permit if it is one, for this very request. Throws for any other answer of a policy: a sandbox relies on nothing but
 * the permit, and one for another request would run that request.
 */
export const soundPermit = (permit: Permit | ArgumentsEdited, request: PermissionRequest): Permit => {
  if (!("grant" in permit)) throw new TypeError("The policy answered with a value that is no permit.")
  const { sandbox, limits, access } = permit.grant
  if (permit.request !== request) throw new TypeError("The policy answered with a permit for another request.")
  if (
    typeof sandbox !== "string" ||
    !isObject(limits) ||
    !isObject(access) ||
    !isObject(permit.because) ||
    !(permit.waitedMs >= 0)
  )
    throw new TypeError("The policy answered with a value that is no permit.")
  return permit
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null
