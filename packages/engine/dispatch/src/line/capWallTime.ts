import type { Permit } from "@toolgate/core"

/** Returns a permit that lets its call run no longer than this time in milliseconds, if a time is given. */
export const capWallTime = (permit: Permit, wallMs: number | undefined): Permit => {
  const { grant } = permit
  const granted = grant.limits.wallMs
  return wallMs === undefined || (granted !== "unlimited" && granted <= wallMs)
    ? permit
    : { ...permit, grant: Object.freeze({ ...grant, limits: Object.freeze({ ...grant.limits, wallMs }) }) }
}
