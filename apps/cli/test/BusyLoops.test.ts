import { spawn } from "node:child_process"
import { once } from "node:events"
import { expect, it } from "vitest"
import { ended } from "./commandLine.ts"

const program = `
import { BusyLoops } from ${JSON.stringify(new URL("./BusyLoops.ts", import.meta.url).href)}
await new BusyLoops(2).spinning()
console.log("spinning")
`

it("end with the process that started them, also when it is killed", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { stdio: "pipe" })
  // The loops share the child's standard error, which closes when the last of them ends.
  const all = ended(child)
  await once(child.stdout, "data")
  child.kill("SIGKILL")
  expect(await all).toEqual({ status: null, stdout: "spinning\n", stderr: "" })
})
