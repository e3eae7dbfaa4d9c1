import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type FileException, type FileFailed, FileSystems, type Files, makeAwaitable } from "@toolgate/core"
import { NodeFileSystems, openWorkspace } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { extract } from "../src/archive-extract/extract.ts"
import type { OpenedArchive } from "../src/OpenedArchive.ts"

/** Extracts the files "a.txt" and "b.txt" into a folder, with the folder's file access changed by `change`. */
const extracted = async (
  use: (extracting: {
    readonly folder: string
    readonly extracting: (overwrite: boolean, change?: (files: Files) => Files) => ReturnType<typeof extract>
  }) => Promise<void>,
  except: ReadonlyArray<FileException> = []
) => {
  const folder = await mkdtemp(join(tmpdir(), "toolgate-extract-"))
  try {
    const { open } = await Effect.runPromise(Effect.provide(FileSystems, NodeFileSystems.layer))
    const path = await Effect.runPromise(openWorkspace(folder))
    const files = open([{ path, mode: "rw", scope: "tree", except }], path)
    const planned = ["a.txt", "b.txt"].map((name, index) => ({ index, name, size: 4, path: name }))
    const unpack: OpenedArchive["unpack"] = async (wanted, take) => {
      for (const { index } of wanted) await take({ index, bytes: Buffer.from("ours"), isLast: true })
    }
    const extracting = (overwrite: boolean, change = (given: Files) => given) =>
      extract(
        { unpack } as OpenedArchive,
        { files: planned, folders: [], skipped: [] },
        { to: path, overwrite },
        { files: change(files), signal: new AbortController().signal, emit: () => {} }
      )
    await use({ folder: path, extracting })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

it("keeps a file that appears between the check and the write, unless it may overwrite", async () => {
  await extracted(async ({ folder, extracting }) => {
    const appearing = (files: Files): Files => {
      const first = async (path: string) => {
        if (path.endsWith("a.txt")) await writeFile(join(folder, "a.txt"), "theirs")
      }
      const after = <Made>(path: string, make: () => Effect.Effect<Made, FileFailed>) =>
        Effect.andThen(
          Effect.promise(() => first(path)),
          Effect.suspend(make)
        )
      return {
        ...files,
        create: (path, bytes) => makeAwaitable(after(path, () => files.create(path, bytes))),
        writeBytes: (path, bytes) => makeAwaitable(after(path, () => files.writeBytes(path, bytes)))
      }
    }
    expect(await extracting(false, appearing)).toEqual({
      extracted: ["b.txt"],
      skipped: [{ name: "a.txt", why: 'already exists; set "overwrite" to true to replace it' }],
      bytes: 4
    })
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("theirs")
    // As a control, an extraction with `overwrite` replaces it at the same moment.
    expect(await extracting(true, appearing)).toMatchObject({ extracted: ["a.txt", "b.txt"], skipped: [] })
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("ours")
  })
})

it.each([true, false])(
  "skips files that the policy denies before anything is written (overwrite: %s)",
  async (overwrite) => {
    await extracted(
      async ({ folder, extracting }) => {
        await writeFile(join(folder, "b.txt"), "theirs")
        const asked: Array<string> = []
        const watched = (files: Files): Files => ({
          ...files,
          create: (path, bytes) => {
            asked.push(path)
            return files.create(path, bytes)
          },
          writeBytes: (path, bytes) => {
            asked.push(path)
            return files.writeBytes(path, bytes)
          }
        })
        expect(await extracting(overwrite, watched)).toEqual({
          extracted: ["a.txt"],
          skipped: [{ name: "b.txt", why: "may not be written: the policy leaves it out of what this call may touch" }],
          bytes: 4
        })
        expect(asked).toEqual([join(folder, "a.txt")])
        expect(await readFile(join(folder, "b.txt"), "utf8")).toBe("theirs")
      },
      [{ pattern: "/**/b.txt", mode: "w" }]
    )
  }
)
