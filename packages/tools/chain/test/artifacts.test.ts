import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { FileArtifactStore } from "@toolgate/artifacts"
import { ArtifactStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { expect, it, onTestFinished } from "vitest"
import { openGate, tool } from "./openGate.ts"

/** Opens a gate whose artifacts an operator removes while a script runs. */
const open = async (quotaBytes: number) => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-artifacts-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const removeAll = Effect.gen(function* () {
    const { list, remove } = yield* ArtifactStore
    for (const { ref } of yield* list()) yield* remove(ref)
  }).pipe(Effect.provide(FileArtifactStore.layer(folder)))
  const large = tool("large", ({ of }) => String(of).repeat(5_000))
  const removes = tool("removes", () => Effect.runPromise(removeAll).then(() => "removed"))
  return openGate([large, removes], {}, { artifacts: { folder, quotaBytes } })
}

it("an artifact that is removed while a script reads it is gone for every way to read it, and comes back with its result", async () => {
  const { run } = await open(1_000_000)
  const { result, error } = await run(`
    const { artifact_ref: ref } = await tools.large({ of: "a" })
    const read = () => artifacts.read(ref, 4_990, 100).then(({ text }) => text)
    const search = () => tools.search_artifact({ ref, pattern: "aa" })
    const all = [await read(), await tools.read_artifact({ ref, length: 2 }).then(({ structured }) => structured.text)]
    await tools.removes({})
    for (const each of [read, () => tools.read_artifact({ ref }), search])
      all.push(await each().catch(({ status, message }) => status + ": " + message))
    const again = await tools.large({ of: "a" })
    return [...all, again.artifact_ref === ref, await read(), (await search()).structured.matches.length > 0]`)
  const gone = expect.stringMatching(/^error: There is no artifact "artifact:sha256-[0-9a-f]{64}"/)
  expect(error ?? result).toEqual(["a".repeat(10), "aa", gone, gone, gone, true, "a".repeat(10), true])
})

it("a page of an artifact comes to a script as it is, and is not stored again", async () => {
  const { run } = await open(1_000_000)
  const { artifact_ref } = (await run("return await tools.large({ of: 'ab' })")).result as { artifact_ref: string }
  const { result, error } = await run(`
    const ref = ${JSON.stringify(artifact_ref)}
    const page = await tools.read_artifact({ ref, start: 4, length: 9_000 })
    const found = await tools.search_artifact({ ref, pattern: "ab" })
    return [page.structured.text.length, page.artifact_ref, found.structured.matches.length > 1, found.artifact_ref]`)
  expect(error ?? result).toEqual([9_000, null, true, null])
})

it("the room of a removed artifact is there for the next one", async () => {
  const { run } = await open(8_000)
  const { result, error } = await run(`
    const refs = []
    const store = async (of) => refs.push((await tools.large({ of })).artifact_ref !== null)
    await store("a")
    await store("b")
    await tools.removes({})
    await store("b")
    return refs`)
  expect(error ?? result).toEqual([true, false, true])
})
