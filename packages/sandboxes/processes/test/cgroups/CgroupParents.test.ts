import { execFileSync } from "node:child_process"
import { chownSync, existsSync, mkdirSync, rmdirSync } from "node:fs"
import { join } from "node:path"
import { findProcesses } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { CgroupParents } from "../../src/cgroups/CgroupParents.ts"
import { isRoot, places } from "../machine.ts"

describe.skipIf(!isRoot || places.kill === undefined)("cgroups of a gate that was killed", () => {
  it("have other names than those of another gate with the same pid", () => {
    const [, namespace, , start] = new CgroupParents().nextName().split("-")
    const names = [Number(start) - 1, Number(start)].map(
      (time) => `toolgate-${namespace}-${process.pid}-${time}-bbbbbbbb-0`
    )
    const [earlier = "", own = ""] = names.map((name) => `${places.kill?.folder}/${name}`)
    for (const folder of [earlier, own]) mkdirSync(folder)
    new CgroupParents()
    expect([existsSync(earlier), existsSync(own)]).toEqual([false, true])
    rmdirSync(own)
  })

  it("are removed by the next gate, with everything in them", async () => {
    const folder = places.kill?.folder
    const namespace = /-(\d+)-/.exec(new CgroupParents().nextName())?.[1]
    // No process has this number, because it is beyond the largest one.
    const stale = `${folder}/toolgate-${namespace}-4194999-1-aaaaaaaa-0`
    const begin = `mkdir ${stale} && echo 0 > ${stale}/cgroup.procs && exec sleep 6${process.pid}.9`
    const sleeping = () => findProcesses(`6${process.pid}.9`).length
    // Another gate of this machine may remove the cgroup before the process is in it.
    await expect
      .poll(() => {
        if (sleeping() === 0) execFileSync("sh", ["-c", `(${begin}) > /dev/null 2>&1 &`])
        return sleeping()
      })
      .toBeGreaterThan(0)
    new CgroupParents()
    await expect.poll(sleeping).toBe(0)
    new CgroupParents()
    expect(existsSync(stale)).toBe(false)
  })
})

const asAnother = `
  import { CgroupParents } from "./src/cgroups/CgroupParents.ts"
  process.setgroups([])
  process.setuid(12_321)
  console.log(new CgroupParents().places.kill?.folder ?? "none")`

it.skipIf(!isRoot || places.kill?.kind !== "cgroup2")(
  "a cgroup of another user is used only if a cgroup inside it can be created and entered",
  () => {
    const folder = join(`${places.kill?.folder}`, new CgroupParents().nextName())
    const words = [process.execPath, "--input-type=module", "--eval", asAnother]
    const found = () =>
      execFileSync("sh", ["-c", 'echo 0 > "$0/cgroup.procs" && exec "$@"', folder, ...words], {
        cwd: join(import.meta.dirname, "../.."),
        encoding: "utf8"
      }).trim()
    mkdirSync(folder)
    try {
      chownSync(folder, 12_321, 12_321)
      expect(found()).toBe("none")
      chownSync(join(folder, "cgroup.procs"), 12_321, 12_321)
      expect(found()).toBe(folder)
    } finally {
      rmdirSync(folder)
    }
  }
)
