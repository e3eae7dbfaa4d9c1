import { serveJobs } from "../../../../src/jobs.ts"
import * as jobs from "../jobs.ts"

serveJobs(jobs)
