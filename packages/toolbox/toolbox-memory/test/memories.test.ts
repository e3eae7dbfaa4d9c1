import { spawn } from "node:child_process"
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { JsonObject, ResolvedPath, ToolExecution } from "@toolgate/core"
import { type TestGate, useGate } from "@toolgate/toolbox-testing"
import { describe, expect, it, vi } from "vitest"
import { changeMemory } from "../src/changeMemory.ts"
import { getMemoryFile } from "../src/getMemoryFile.ts"
import { type Memory, memories, memoryTools } from "../src/index.ts"
import type { MemoryTransaction } from "../src/MemoryTransaction.ts"
import { createMemoryTools, findDatabase } from "./memoryOf.ts"

const seen = (entries: ReadonlyArray<Memory>) => entries.map(({ id, text, tags }) => [id, text, ...tags])
const said = ({ error }: ToolExecution) => [error?.class, error?.message]
const whole = async (gate: TestGate, tool: string, args: JsonObject) => {
  const answer = await gate.call(tool, args)
  expect(answer.error).toBeUndefined()
  return answer.output.value
}

describe("memories", () => {
  it("are listed and searched by tag and text, latest first, without superseded ones", async () => {
    const { folder, tools } = createMemoryTools()
    await useGate(tools, {}, async (gate) => {
      const { workspace } = gate
      expect(await memories({ workspace }, { folder })).toEqual([])
      expect(await readdir(folder)).toEqual([])
      for (const [text, ...tags] of [["In CENTS.", "style", "money"], ["In grams.", "style"], ["Tea."]])
        await whole(gate, "memory_add", { text: text ?? "", tags })
      await whole(gate, "memory_replace", { id: "m1", text: "In mills. 100% \u0000 'x'" })
      expect(seen(await memories({ workspace }, { folder }))).toEqual([
        ["m1", "In mills. 100% \u0000 'x'", "style", "money"],
        ["m3", "Tea."],
        ["m2", "In grams.", "style"]
      ])
      expect(seen(await memories({ workspace, tag: "style", text: "IN G" }, { folder }))).toHaveLength(1)
      expect(seen(await memories({ workspace, text: "%" }, { folder }))).toHaveLength(1)
      expect(seen(await memories({ workspace, tag: "sty" }, { folder }))).toEqual([])
      await whole(gate, "memory_consolidate", { ids: ["m2", "m1"], text: "Integers." })
      expect(seen(await memories({ workspace }, { folder }))).toEqual([
        ["m4", "Integers.", "style", "money"],
        ["m3", "Tea."]
      ])
      expect(seen(await memories({ workspace, limit: 1 }, { folder }))).toHaveLength(1)
    })
  })

  it("belong to a workspace, and are stored in private files outside it", async () => {
    const { folder, tools } = createMemoryTools()
    await useGate(tools, {}, async (gate) => {
      await whole(gate, "memory_add", { text: "a" })
      await useGate(tools, {}, async (other) =>
        expect(await memories({ workspace: other.workspace }, { folder })).toEqual([])
      )
      expect((await stat(await findDatabase(folder))).mode & 0o777).toBe(0o600)
      expect(await readdir(gate.workspace)).toEqual([])
    })
  })

  it("are refused in a folder within the workspace, even behind a link, and in one that is not absolute", async () => {
    expect(() => memoryTools({ folder: "notes" })).toThrow(
      'The setting "folder" of memory is not absolute; begin it with "/" or "~/".'
    )
    const { folder } = createMemoryTools()
    const link = join(folder, "link")
    const tools = memoryTools({ folder: join(link, "memory") })
    await useGate(tools, {}, async ({ workspace, call }) => {
      await symlink(workspace, link)
      expect(said(await call("memory_add", { text: "a" }))).toEqual([
        "execution_error",
        expect.stringContaining("lies within the workspace")
      ])
      expect(await readdir(join(workspace, "memory"))).toEqual([])
    })
  })
})

describe("the file of a memory", () => {
  it("loses nothing when many calls and several processes write concurrently", async () => {
    const { folder, tools } = createMemoryTools()
    await useGate(tools, {}, async ({ workspace, call }) => {
      const other = spawn(process.execPath, [
        ...["--conditions=@toolgate/source", "--disable-warning=ExperimentalWarning"],
        ...[join(import.meta.dirname, "rememberer.ts"), workspace, folder]
      ])
      const ended = new Promise((resolve) => other.once("exit", resolve))
      const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => call("memory_add", { text: `own ${i}` })))
      expect(answers.map(({ error }) => error)).toEqual(answers.map(() => undefined))
      expect(await ended).toBe(0)
      const texts = (await memories({ workspace }, { folder })).map(({ text }) => text)
      const all = ["own", "other"].flatMap((whose) => Array.from({ length: 20 }, (_, i) => `${whose} ${i}`))
      expect(texts.toSorted()).toEqual(all.toSorted())
    })
  })

  it("stays unchanged if it is damaged, and the answer names it", async () => {
    const { folder, tools } = createMemoryTools()
    await useGate(tools, {}, async (gate) => {
      await whole(gate, "memory_add", { text: "a" })
      const path = await findDatabase(folder)
      await writeFile(path, "no database, and more than sixteen bytes of it")
      expect(said(await gate.call("memory_add", { text: "b" }))).toEqual([
        "execution_error",
        `Nothing was changed: the file of this workspace's memory, "${path}", is damaged. A person must replace it with a copy, or move it away to start with an empty memory.`
      ])
      await expect(memories({ workspace: gate.workspace }, { folder })).rejects.toThrow("is damaged")
      expect(await readFile(path, "utf8")).toBe("no database, and more than sixteen bytes of it")
    })
  })

  it("is refused if others can read it, if it is a link or a folder, or if it has a newer version", async () => {
    const { folder, tools } = createMemoryTools()
    await useGate(tools, {}, async (gate) => {
      const refusal = async () => said(await gate.call("memory_add", { text: "b" }))[1]
      await whole(gate, "memory_add", { text: "a" })
      const path = await findDatabase(folder)
      await chmod(path, 0o644)
      expect(await refusal()).toContain("others can read or write it")
      await chmod(path, 0o600)
      const database = new DatabaseSync(path)
      database.exec("pragma user_version = 2")
      database.close()
      expect(await refusal()).toContain("a newer version of Toolgate")
    })
    const { add, at } = await direct(folder)
    await add("a")
    await rename(at, `${at}-moved`)
    await symlink(`${at}-moved`, at)
    await expect(add("b")).rejects.toThrow("is a link")
    await rm(at)
    await mkdir(at)
    await expect(add("b")).rejects.toThrow("cannot be opened")
  })

  it("is awaited, and a call that is cancelled meanwhile changes nothing", async () => {
    const { add, at, workspace, folder } = await direct()
    await add("a")
    const other = new DatabaseSync(at)
    other.exec("begin immediate")
    const cancelling = new AbortController()
    const listens = vi.spyOn(cancelling.signal, "addEventListener")
    const cancelled = add("b", cancelling.signal)
    const waits = add("c")
    await expect.poll(() => listens).toHaveBeenCalled()
    cancelling.abort(new Error("Cancelled."))
    await expect(cancelled).rejects.toThrow("Cancelled.")
    other.exec("rollback")
    other.close()
    expect(await waits).toBe("m2")
    expect(seen(await memories({ workspace }, { folder }))).toEqual([
      ["m2", "c"],
      ["m1", "a"]
    ])
  })

  it("stores 10,000 entries, and gains room when some are consolidated", async () => {
    const { add, at, change } = await direct()
    await add("a")
    const database = new DatabaseSync(at)
    const filling = (superseded: string, most: number) =>
      `with recursive n(i) as (select 1 union select i + 1 from n where i < ${most}) insert into memory (text, tags, changed, superseded_by) select 'x', '[]', 0, ${superseded} from n`
    database.exec(filling("null", 9999))
    await expect(add("b")).rejects.toThrow('has 10000 entries. Combine several with "memory_consolidate"')
    expect(await change((memory) => memory.consolidate(["m1", "m2"], "c"))).toBe("m10001")
    expect(await add("d")).toBe("m10002")
    database.exec(filling("10001", 10_000))
    await change((memory) => memory.consolidate(["m3", "m4"], "e"))
    const count = "select count(*) as n from memory where superseded_by is"
    expect([database.prepare(`${count} null`).get(), database.prepare(`${count} not null`).get()]).toEqual([
      { n: 9999 },
      { n: 10_000 }
    ])
    database.close()
  })
})

/** Changes the memory of a workspace without a gate. */
const direct = async (folder = createMemoryTools().folder) => {
  const workspace = (await mkdtemp(join(tmpdir(), "toolgate-workspace-"))) as ResolvedPath
  const change = <A>(work: (memory: MemoryTransaction) => Promise<A>, signal = new AbortController().signal) =>
    changeMemory({ folder }, { workspace, signal }, work)
  const add = (text: string, signal?: AbortSignal) => change((memory) => memory.add(text, []), signal)
  return { workspace, folder, change, add, at: getMemoryFile(workspace, { folder }, () => folder) }
}
