import { assertAllRight } from "../../src/assertAllRight.ts"
import type { Case } from "../../src/Case.ts"
import { createContender } from "../../src/Contender.ts"
import { answerAs, startContender } from "../../src/contenderProcess.ts"
import { quick } from "../../src/Scale.ts"

let orders = 0
process.on("message", () => orders++)

const right: Case["run"] = async (times) => {
  for (let time = 0; time < times; time++) await undefined
}

const runs: Readonly<Record<string, Case["run"]>> = {
  right,
  wrong: async (times) => assertAllRight(times - 1, times),
  dies: async () => process.exit(3),
  killed: async () => void process.kill(process.pid, "SIGKILL"),
  hangsWhenMeasured: (times) => (orders === 1 ? right(times) : new Promise(() => {}))
}

const [name = ""] = process.argv.slice(2)
// Starts a contender in another process, and does not close it.
if (name === "starts") {
  const contender = startContender({ name: "right" }, new URL(import.meta.url), ["right"])
  await contender.warmUp()
  console.log("warm")
} else {
  const run = runs[name]
  if (run === undefined) throw new Error(`There is no "${name}".`)
  // The timer prevents the process from ending, as an open gate may.
  setInterval(() => {}, 1000)
  answerAs(createContender({ name, run }, quick))
}
