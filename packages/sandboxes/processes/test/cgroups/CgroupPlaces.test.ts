import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, rmdirSync } from "node:fs"
import { processesWith } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { CgroupPlaces } from "../../src/cgroups/CgroupPlaces.ts"
import { isRoot, places } from "../machine.ts"

describe.skipIf(!isRoot || places.kill === undefined)("cgroups of a gate that was killed", () => {
  it("are told from those of another gate with its number", () => {
    const [, namespace, , start] = new CgroupPlaces().nextName().split("-")
    const names = [Number(start) - 1, Number(start)].map(
      (time) => `toolgate-${namespace}-${process.pid}-${time}-bbbbbbbb-0`
    )
    const [earlier = "", own = ""] = names.map((name) => `${places.kill?.folder}/${name}`)
    for (const folder of [earlier, own]) mkdirSync(folder)
    new CgroupPlaces()
    expect([existsSync(earlier), existsSync(own)]).toEqual([false, true])
    rmdirSync(own)
  })

  it("are taken away by the next one, with what is in them", () => {
    const folder = places.kill?.folder
    const namespace = /-(\d+)-/.exec(new CgroupPlaces().nextName())?.[1]
    // No process has this number: it is beyond the largest.
    const stale = `${folder}/toolgate-${namespace}-4194999-1-aaaaaaaa-0`
    execFileSync("sh", [
      "-c",
      `mkdir ${stale}; (echo 0 > ${stale}/cgroup.procs; exec sleep 6${process.pid}.9) > /dev/null 2>&1 &`
    ])
    while (processesWith(`6${process.pid}.9`).length === 0);
    new CgroupPlaces()
    while (processesWith(`6${process.pid}.9`).length > 0);
    new CgroupPlaces()
    expect(existsSync(stale)).toBe(false)
  })
})
