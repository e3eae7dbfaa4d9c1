import { createJobContext } from "@toolgate/toolbox-testing/createJobContext"
import { runJob } from "./program/testProgram.ts"

/** A program that runs jobs one after the other, under a limit on open files that allows no worker process. */
const job = { export: "double", args: [1] }
const context = createJobContext()
const failures = new Set<string>()
for (let at = 0; at < 40; at += 1)
  await runJob(job, context).catch((error: Error) => failures.add(`${error.name}: ${error.message}`))
console.log([...failures].join("\n"))
process.exit()
