import { makeRunJob, type RunJob } from "@toolgate/toolbox-base"

/** Runs a job of this package in a process that is killed when the call is cancelled or times out. */
export const runJob: RunJob = makeRunJob("@toolgate/toolbox-web", import.meta.url)
