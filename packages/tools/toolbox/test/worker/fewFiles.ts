import { runJob } from "../../src/worker/runJob.ts"
import { jobContext } from "./jobContext.ts"

/** A program that runs jobs under a limit on open files that leaves no room for a process, one after the other. */
const job = { module: "data", export: "render", args: { latex: "x", isAscii: true } }
const context = jobContext()
const failures = new Set<string>()
for (let at = 0; at < 40; at += 1)
  await runJob(job, context).catch((error: Error) => failures.add(`${error.name}: ${error.message}`))
console.log([...failures].join("\n"))
process.exit()
