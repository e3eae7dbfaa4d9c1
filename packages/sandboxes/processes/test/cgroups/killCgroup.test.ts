import { spawn } from "node:child_process"
import { mkdirSync, readFileSync, rmdirSync } from "node:fs"
import { findProcesses, makeMarker, waitUntilNoneLeft } from "@toolgate/testing"
import { describe, expect, it, vi } from "vitest"
import { CgroupParents } from "../../src/cgroups/CgroupParents.ts"
import { killCgroup } from "../../src/cgroups/killCgroup.ts"
import { isRoot, places } from "../machine.ts"

describe.skipIf(!isRoot || places.processes === undefined)("killing everything in a cgroup", () => {
  it("signals each process once if the kernel cannot do it, and lets no new process start", async () => {
    const marker = makeMarker()
    const folder = `${places.processes?.folder}/${new CgroupParents().nextName()}`
    mkdirSync(folder)
    // The script starts another process as soon as one is gone.
    const script = `echo 0 > ${folder}/cgroup.procs; f() { while :; do sleep ${marker}; done; }; for i in 1 2 3 4 5; do f & done; wait`
    spawn("sh", ["-c", script])
    while (findProcesses(marker).length < 10) await new Promise((resolve) => setTimeout(resolve, 5))
    const kill = vi.spyOn(process, "kill")
    killCgroup(folder)
    const killed = kill.mock.calls.map(([pid]) => pid)
    kill.mockRestore()
    expect(new Set(killed).size).toBe(killed.length)
    await waitUntilNoneLeft(marker)
    if (places.processes?.kind === "cgroup1") expect(readFileSync(`${folder}/pids.max`, "utf8")).toBe("0\n")
    while (readFileSync(`${folder}/cgroup.procs`, "utf8") !== "") await new Promise((resolve) => setTimeout(resolve, 5))
    rmdirSync(folder)
  })
})
