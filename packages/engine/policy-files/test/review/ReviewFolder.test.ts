import { spawn } from "node:child_process"
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chooseCount } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { ReviewFolder } from "../../src/index.ts"
import { suggested } from "./suggested.ts"

const newFolder = (): string => {
  const path = mkdtempSync(join(tmpdir(), "toolgate-review-"))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return join(path, "state", "review")
}

const listed = async (folder: ReviewFolder) => Effect.runPromise(folder.list)
const fault = (attempt: Effect.Effect<unknown, { readonly message: string }>) =>
  Effect.runPromise(Effect.flip(attempt)).then(({ message }) => message)

describe("the waiting rules", () => {
  it("are empty without a folder", async () => {
    expect(await listed(new ReviewFolder(newFolder()))).toEqual({ waiting: [], faults: [] })
  })

  it("are listed oldest first, and readable only by this user", async () => {
    const folder = new ReviewFolder(newFolder())
    for (const [at, rule] of [
      [30, "a"],
      [10, "b"],
      [20, "c"]
    ] as const)
      await Effect.runPromise(folder.add(suggested({ rule, at })))
    const { waiting, faults } = await listed(folder)
    expect(waiting.map(({ suggested: { rule } }) => rule)).toEqual(["b", "c", "a"])
    expect(faults).toEqual([])
    expect(statSync(folder.path).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(folder.path)) expect(statSync(join(folder.path, name)).mode & 0o777).toBe(0o600)
  })

  it("are merged if rule, folder and principal are equal", async () => {
    const folder = new ReviewFolder(newFolder())
    const again = suggested({ at: 20, question: "q2", by: "ada", from: "console", session: "s2" })
    for (const one of [suggested({ at: 10 }), again, suggested({ workspace: "/other" })])
      await Effect.runPromise(folder.add(one))
    const { at: _, ...rest } = again
    const { waiting } = await listed(folder)
    expect(waiting.map(({ suggested }) => suggested)).toEqual(
      expect.arrayContaining([
        { version: 1, ...rest, first: 10, last: 20, times: 2 },
        expect.objectContaining({ workspace: "/other", times: 1 })
      ])
    )
    expect(waiting).toHaveLength(2)
  })

  it("can be removed repeatedly", async () => {
    const folder = new ReviewFolder(newFolder())
    await Effect.runPromise(folder.add(suggested()))
    const id = (await listed(folder)).waiting[0]?.id ?? ""
    await Effect.runPromise(folder.remove(id))
    await Effect.runPromise(folder.remove(id))
    expect((await listed(folder)).waiting).toEqual([])
  })

  it("are limited to 200, and existing ones can be suggested again", async () => {
    const folder = new ReviewFolder(newFolder())
    for (let i = 0; i < 200; i++) await Effect.runPromise(folder.add(suggested({ rule: `rule${i}` })))
    expect(await fault(folder.add(suggested({ rule: "more" })))).toBe(
      `In the folder ${JSON.stringify(folder.path)}, the rule cannot be stored: 200 rules already wait there; review them first.`
    )
    await Effect.runPromise(folder.add(suggested({ rule: "rule7" })))
    expect((await listed(folder)).waiting).toHaveLength(200)
  })

  it("are limited in size", async () => {
    const folder = new ReviewFolder(newFolder())
    expect(await fault(folder.add(suggested({ why: "x".repeat(300_000) })))).toContain(
      "the call of the rule is too large"
    )
    expect(readdirSync(folder.path)).toEqual([])
  })

  it("report invalid files with their faults, and ignore other files", async () => {
    const folder = new ReviewFolder(newFolder())
    await Effect.runPromise(folder.add(suggested()))
    const [name = ""] = readdirSync(folder.path)
    const file = join(folder.path, name)
    const text = readFileSync(file, "utf8")
    for (const wrong of [
      "{",
      "[]",
      JSON.stringify({ ...JSON.parse(text), until: 5 }),
      text.replace('"version":1', '"version":2')
    ]) {
      writeFileSync(file, wrong)
      expect(await listed(folder)).toEqual({
        waiting: [],
        faults: [`${file}: it is not a suggested rule, or one of another version`]
      })
    }
    rmSync(file)
    writeFileSync(join(folder.path, "note.txt"), "")
    symlinkSync("/etc/passwd", join(folder.path, `${"0".repeat(32)}.json`))
    const { waiting, faults } = await listed(folder)
    expect({ waiting, faults: faults.length }).toEqual({ waiting: [], faults: 1 })
  })

  it("are neither read nor stored if other users can change the folder", async () => {
    const path = newFolder()
    mkdirSync(path, { recursive: true })
    chmodSync(path, 0o777)
    const folder = new ReviewFolder(path)
    for (const attempt of [folder.add(suggested()), folder.list])
      expect(await fault(attempt)).toContain("other users may change it")
    rmSync(path, { recursive: true })
    const target = newFolder()
    mkdirSync(target, { recursive: true })
    symlinkSync(target, path)
    expect(await fault(folder.add(suggested()))).toContain("it is not a folder")
    expect(readdirSync(target)).toEqual([])
  })

  it("are complete when several processes add them concurrently", async () => {
    const path = newFolder()
    const program = `
      const { ReviewFolder } = await import(${JSON.stringify(new URL("../../src/index.ts", import.meta.url).href)})
      const { suggested } = await import(${JSON.stringify(new URL("suggested.ts", import.meta.url).href)})
      const { runPromise } = await import("effect/Effect")
      const folder = new ReviewFolder(process.argv[1])
      for (let i = 0; i < 25; i++) {
        await runPromise(folder.add(suggested({ rule: "shared" + i % 5 })))
        await runPromise(folder.add(suggested({ rule: "own" + process.argv[2] + i })))
      }`
    const processes = ["a", "b", "c"].slice(0, chooseCount(2, 3))
    const statuses = await Promise.all(
      processes.map(
        (own) =>
          new Promise((resolve) => {
            const child = spawn(
              process.execPath,
              ["--conditions=@toolgate/source", "--input-type=module", "-e", program, path, own],
              { cwd: import.meta.dirname, stdio: "inherit" }
            )
            child.on("close", resolve)
          })
      )
    )
    expect(statuses).toEqual(processes.map(() => 0))
    const { waiting, faults } = await listed(new ReviewFolder(path))
    expect(waiting).toHaveLength(5 + processes.length * 25)
    expect(faults).toEqual([])
    expect(readdirSync(path)).toHaveLength(5 + processes.length * 25)
  })
})
