import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Database, openStore } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { expect, it, onTestFinished } from "vitest"
import { builtins, type ToolExecution } from "../src/index.ts"
import { describeEach, newFolder } from "./places.ts"
import { newSharing } from "./storedGates.ts"

const reading = (path = "a.txt", idempotencyKey = "k") => ({
  id: "1",
  tool: "read_file",
  args: { path },
  idempotencyKey
})

const textOf = ({ output }: ToolExecution) => JSON.stringify(output.content)

const ran = { executed: "no", error: { why: "DuplicateCall", details: { executed: "yes" } } }

/** Opens gates that share a store, each in a workspace with a file that contains the workspace's name. */
const newGates = async (place: string) => {
  const { open, store } = await newSharing(place)
  const folderOf = (name: string) => {
    const workspace = join(newFolder(), name)
    mkdirSync(workspace)
    writeFileSync(join(workspace, "a.txt"), `text of ${name}`)
    return workspace
  }
  return { store, folderOf, open: (workspace: string, more: object = {}) => open({ workspace, ...more }) }
}

/** Returns functions that read and change the table of keys like a person with access to the database. */
const keysOf = async (at: string) => {
  const runtime = ManagedRuntime.make(openStore(at))
  onTestFinished(() => runtime.dispose())
  const { read, write } = await runtime.runPromise(Database)
  const rows = () => Effect.runPromise(read((db) => db.selectFrom("toolgate_call_keys").selectAll().execute()))
  return {
    /** Returns the rows once none of them is held any more. */
    settled: async () => {
      while ((await rows()).some(({ state }) => state === "held")) await new Promise((resolve) => setImmediate(resolve))
      return rows()
    },
    change: (id: string, to: { readonly args?: string; readonly outcome?: string }) =>
      Effect.runPromise(write((db) => db.updateTable("toolgate_call_keys").set(to).where("id", "=", id).execute()))
  }
}

describeEach("a stored answer for an idempotency key", (newPlace) => {
  it("is for calls in its workspace only", async () => {
    const { open, folderOf } = await newGates(await newPlace())
    const [one, other] = [await open(folderOf("one")), await open(folderOf("other"))]
    expect(textOf(await one.dispatch(reading()))).toContain("text of one")
    const session = await one.session({ id: "default", workspace: folderOf("third") })
    for (const elsewhere of [other, session]) {
      const answer = await elsewhere.dispatch(reading())
      expect(answer).toMatchObject(ran)
      expect(JSON.stringify(answer)).not.toContain("text of one")
    }
    expect(await one.dispatch(reading())).toMatchObject({ replayed: true })
  })

  it("is not given to a call that leads elsewhere now, or is denied", async () => {
    const { open, folderOf } = await newGates(await newPlace())
    const workspace = folderOf("one")
    writeFileSync(join(workspace, "b.txt"), "free")
    symlinkSync("a.txt", join(workspace, "link"))
    const gate = await open(workspace)
    expect(textOf(await gate.dispatch(reading("link")))).toContain("text of one")
    await gate.close()
    writeFileSync(join(workspace, "policy.yaml"), "version: 1\nrules: { deny: [Read(a.txt), read_file(a.txt)] }\n")
    const later = await open(workspace, { policy: { files: [join(workspace, "policy.yaml")] }, tools: builtins() })
    expect(await later.dispatch(reading("link"))).toMatchObject({ executed: "no", error: { why: "FileDenied" } })
    rmSync(join(workspace, "link"))
    symlinkSync("b.txt", join(workspace, "link"))
    const swapped = await later.dispatch(reading("link"))
    expect(swapped).toMatchObject(ran)
    expect(textOf(swapped)).not.toContain("text of one")
    expect(textOf(await later.dispatch(reading("link", "another")))).toContain("free")
  })

  it("blocks no call if its row is changed", async () => {
    const { open, folderOf, store } = await newGates(await newPlace())
    const gate = await open(folderOf("one"))
    const { settled, change } = await keysOf(store.at)
    const outcomes = ["nonsense", "7", "{}", '"v1.AAAA"', "null"]
    for (const [at] of outcomes.entries()) await gate.dispatch(reading("a.txt", `${at}`))
    for (const [at, { id }] of (await settled()).entries()) await change(id, { outcome: outcomes[at] ?? "" })
    const answers = outcomes.flatMap((_, at) => [
      gate.dispatch({ ...reading("a.txt", `${at}`), id: `again ${at}` }),
      gate.dispatch({ ...reading("a.txt", `other ${at}`), id: `other ${at}` })
    ])
    for (const [at, answer] of (await Promise.all(answers)).entries())
      expect(answer).toMatchObject(at % 2 === 0 ? ran : { executed: "yes" })
  })

  it("belongs to its arguments, even if others are written into the row", async () => {
    const { open, folderOf, store } = await newGates(await newPlace())
    const workspace = folderOf("one")
    writeFileSync(join(workspace, "b.txt"), "another")
    const gate = await open(workspace)
    await gate.dispatch(reading("a.txt", "first"))
    await gate.dispatch(reading("b.txt", "second"))
    const { settled, change } = await keysOf(store.at)
    const [one, two] = await settled()
    if (one === undefined || two === undefined) return expect.fail("There are no two rows.")
    await change(one.id, { args: two.args })
    await change(two.id, { args: one.args })
    for (const [path, key] of [
      ["b.txt", "first"],
      ["a.txt", "second"]
    ] as const)
      expect(await gate.dispatch(reading(path, key))).toMatchObject(ran)
  })
})
