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

it("an artifact that is removed while a script reads it is gone for every reader, and comes back with its result", async () => {
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

it("a page of an artifact fits into a script's result limit, and is not stored again", async () => {
  const { run } = await open(1_000_000)
  const { artifact_ref } = (await run("return await tools.large({ of: 'ab' })")).result as { artifact_ref: string }
  const { result, error } = await run(`
    const ref = ${JSON.stringify(artifact_ref)}
    const pages = []
    for (let start = 0; start !== undefined; start = pages.at(-1).structured.next)
      pages.push(await tools.read_artifact({ ref, start, length: 9_000 }))
    const found = await tools.search_artifact({ ref, pattern: "ab" })
    const all = [...pages, found]
    return {
      text: pages.map(({ structured }) => structured.text).join(""),
      matches: found.structured.matches.length,
      most: Math.max(...all.map(({ structured }) => JSON.stringify(structured).length)),
      refs: all.filter(({ artifact_ref }) => artifact_ref !== null).length
    }`)
  expect(error ?? result).toEqual({
    text: "ab".repeat(5_000),
    matches: expect.any(Number),
    most: expect.any(Number),
    refs: 0
  })
  const { most, matches } = result as { readonly most: number; readonly matches: number }
  expect(most).toBeGreaterThan(3_900)
  expect(most).toBeLessThanOrEqual(4_096)
  expect(matches).toBeGreaterThan(5)
})

it("the space of a removed artifact is free for the next one", async () => {
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
