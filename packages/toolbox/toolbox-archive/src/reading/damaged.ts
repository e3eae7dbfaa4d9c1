import { impossible, type JobFailed } from "@toolgate/toolbox-base/jobs"

/** Returns the error of an archive that does not hold what it should. The words say in which way. */
export const damaged = (how: string): JobFailed =>
  impossible(`The archive cannot be read: ${how}. Get the archive anew, or find out where it is from.`)
