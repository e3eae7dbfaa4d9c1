// Holds ten times the load of a team of twenty agents, and compares the server at the end with the server at the beginning.
// Ends with status 1 if its memory, its descriptors or its latency have grown.
import { parseArgs } from "node:util"
import { holdLoad } from "./holdLoad.ts"
import type { Period } from "./Period.ts"
import { ServerProcess } from "./ServerProcess.ts"

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "600" }, agents: { type: "string", default: "200" } }
})
const server = await ServerProcess.start(Number(values.agents))
let periods: ReadonlyArray<Period>
try {
  periods = await holdLoad(server, Number(values.seconds))
} finally {
  await server.stop()
}

console.log("part   calls      p50      p95      p99   memory  descriptors")
for (const [at, period] of periods.entries()) {
  const times = [0.5, 0.95, 0.99].map((share) => `${period.getLatency(share).toFixed(1)} ms`.padStart(9))
  const memory = `${period.getLeastMemory().toFixed(0)} MiB`.padStart(9)
  const counts = [String(at + 1).padStart(4), String(period.latencies.length).padStart(7)]
  console.log(`${counts.join(" ")} ${times.join("")}${memory}${String(period.getMostDescriptors()).padStart(13)}`)
}

// In the first part, the server compiles what is called often.
const [, first] = periods
const last = periods.at(-1)
if (first === undefined || last === undefined) throw new Error("Nothing was measured.")
const ratios = {
  memory: [last.getLeastMemory() / first.getLeastMemory(), 1.1],
  descriptors: [last.getMostDescriptors() / first.getMostDescriptors(), 1.1],
  "median latency": [last.getLatency(0.5) / first.getLatency(0.5), 1.5]
} as const
for (const [name, [ratio, bound]] of Object.entries(ratios)) {
  console.log(`${name}: ${ratio.toFixed(2)} x the second part, at most ${bound}`)
  if (!(ratio <= bound)) process.exitCode = 1
}
