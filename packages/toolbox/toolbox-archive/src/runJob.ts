import { makeRunJob, type RunJob } from "@toolgate/toolbox-base"

/** Does a job of this package in a process that is killed when the call is cancelled or its time is up. */
export const runJob: RunJob = makeRunJob("@toolgate/toolbox-archive", import.meta.url)
