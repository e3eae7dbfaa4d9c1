import { impossible, type JobFailed } from "@toolgate/toolbox-base/jobs"

/** Returns the error for a damaged archive. `how` describes the damage. */
export const createDamagedError = (how: string): JobFailed =>
  impossible(`The archive cannot be read: ${how}. Download the archive again, or check its origin.`)
