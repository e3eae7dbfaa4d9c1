import { serveJobs } from "@toolgate/toolbox-base/jobs"
import * as jobs from "../jobs.ts"

serveJobs(jobs)
