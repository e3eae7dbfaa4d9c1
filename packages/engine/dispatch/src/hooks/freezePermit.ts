import type { Permit } from "@toolgate/core"

/** Freezes a permit in place, with everything in it that the registry and the gate have not frozen before. */
export const freezePermit = (permit: Permit): void => {
  const { request, grant } = permit
  const { access } = grant
  deepFreeze(request.resources)
  deepFreeze(access.files)
  deepFreeze(access.hosts)
  deepFreeze(access.env)
  deepFreeze(access.path)
  deepFreeze(request.given)
  deepFreeze(permit.approval)
  Object.freeze(request)
  Object.freeze(grant.limits)
  Object.freeze(access)
  Object.freeze(grant)
  Object.freeze(permit.because)
  Object.freeze(permit)
}

const deepFreeze = (data: unknown): void => {
  if (typeof data !== "object" || data === null || Object.isFrozen(data)) return
  Object.freeze(data)
  for (const part of Object.values(data)) deepFreeze(part)
}
