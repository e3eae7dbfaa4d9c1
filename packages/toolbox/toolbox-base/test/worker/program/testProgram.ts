import { makeRunJob, type RunJob } from "../../../src/index.ts"
import { getWorkerCommand } from "../../../src/worker/getWorkerCommand.ts"

const ownPackage = "@toolgate/toolbox-base"

/** Runs a job of `jobs.ts`. */
export const runJob: RunJob = makeRunJob(ownPackage, import.meta.url)

/** The command line of a worker for these jobs. */
export const command: ReadonlyArray<string> = getWorkerCommand(ownPackage, import.meta.url)
