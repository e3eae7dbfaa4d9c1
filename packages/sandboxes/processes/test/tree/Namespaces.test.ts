import { spawn } from "node:child_process"
import { findProcesses, makeMarker, waitUntilNoneLeft } from "@toolgate/testing"
import { expect, it } from "vitest"
import { namespaces } from "../../src/tree/Namespaces.ts"
import { getNamespace } from "../../src/tree/processTable.ts"

it("yields to the event loop while it searches a namespace, and finds its processes", async () => {
  const marker = makeMarker()
  const group = spawn("sh", ["-c", `for i in $(seq 140); do sleep ${marker} & done; wait`], { detached: true })
  while (findProcesses(marker).length < 141) await new Promise((resolve) => setTimeout(resolve, 5))
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const found: Array<Array<number>> = [[], []]
  const own = getNamespace(process.pid) ?? 0
  await Promise.all(
    found.map((pids) =>
      namespaces.eachIn(
        own,
        (pid) => pids.push(pid),
        () => false
      )
    )
  )
  isOver = true
  process.kill(-(group.pid ?? 0), "SIGKILL")
  expect(turns).toBeGreaterThanOrEqual(3)
  expect(found[0]?.length).toBeGreaterThanOrEqual(141)
  expect(found[0]).toContain(process.pid)
  expect(found[1]).toEqual(found[0])
  await waitUntilNoneLeft(marker)
})
