import { realpathSync } from "node:fs"
import { afterAll, describe, expect, it } from "vitest"
import { Launcher } from "../../src/pool/Launcher.ts"
import { GuestFolder } from "../guests.ts"

const guests = new GuestFolder()
afterAll(() => guests[Symbol.dispose]())

const files = { entry: guests.file("", "mjs"), reads: [] }
const bounds = { memoryPages: 16, tableEntries: 16 }
const launcher = (bubblewrap: string) => new Launcher(files, bounds, bubblewrap)

describe("processes", () => {
  it("are all confined after one was, even if others fail", () => {
    const confining = launcher("/usr/bin/bwrap")
    const first = confining.next()
    expect(first.bubblewrap?.[0]).toBe("/usr/bin/bwrap")
    expect(confining.failed(first)).toBe(true)
    confining.worked(confining.next())
    for (let n = 0; n < 10; n++) expect(confining.failed(confining.next())).toBe(false)
    expect(confining.next()).toEqual(first)
  })

  it("report the missing program if a bundle left it out", () => {
    const gone = { entry: "/nowhere/guest/main.mjs", reads: [] }
    expect(new Launcher(gone, bounds).startProblem).toBe(
      'the program "/nowhere/guest/main.mjs" of its process is missing; keep "toolgate" out of the bundle and install it beside the bundle'
    )
    expect(new Launcher(files, bounds).startProblem).toBe("its process did not start")
  })

  it("are no longer confined once confinement has failed three times and never worked", () => {
    const confining = launcher("/nowhere/bwrap")
    const trials = Array.from({ length: 3 }, () => {
      const launch = confining.next()
      return [launch.bubblewrap !== undefined, confining.failed(launch)]
    })
    expect(trials).toEqual(Array(3).fill([true, true]))
    const loose = confining.next()
    expect([loose.bubblewrap, confining.failed(loose)]).toEqual([undefined, false])
    confining.worked(loose)
    expect(confining.next().bubblewrap).toBeUndefined()
  })

  it("see their own files, and nothing else", () => {
    const { bubblewrap = [], node } = launcher("/usr/bin/bwrap").next()
    const mounted = bubblewrap.flatMap((word, at) => (word === "--ro-bind" ? [bubblewrap[at + 1] ?? ""] : []))
    expect(mounted).toContain(process.execPath)
    expect(mounted).toContain(files.entry)
    const others = mounted.filter((path) => path !== process.execPath && path !== files.entry)
    for (const path of others) expect(realpathSync(path)).toMatch(/\.so(\.[\d.]+)?$|\.so\.cache$|\/ld-musl/)
    expect(bubblewrap.filter((word) => /^--(bind|dev|proc|share)/.test(word))).toEqual([])
    expect(node[0]).toBe(process.execPath)
  })
})
