import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { listLeftCgroups } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { CgroupParents } from "../../src/cgroups/CgroupParents.ts"
import { RunCgroup } from "../../src/cgroups/RunCgroup.ts"
import { places } from "../machine.ts"

const weightFile = places.weight?.kind === "cgroup2" ? "cpu.weight" : "cpu.shares"
const weightIn = (folder: string) => Number(readFileSync(join(folder, weightFile), "utf8"))
const isWeighing = (folder: string) => folder.startsWith(join(places.weight?.folder ?? "", "/"))
const equal = places.weight?.kind === "cgroup2" ? 100 : 1024

describe.skipIf(places.weight === undefined)("the processor weight of a process", () => {
  it("is raised when the run is killed", async () => {
    const cgroup = new RunCgroup(
      new CgroupParents(),
      { wallMs: "unlimited", cpuMs: "unlimited", memoryBytes: "unlimited", processes: 9 },
      true
    )
    const folder = cgroup.doors.map(dirname).find(isWeighing)
    expect(weightIn(folder ?? "")).toBe(equal / 2)
    cgroup.hurry()
    expect(weightIn(folder ?? "")).toBe(equal * 10)
    await cgroup.remove()
    expect(listLeftCgroups()).toEqual([])
  })
})
