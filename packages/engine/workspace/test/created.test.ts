import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { FileFailed, type Files } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import * as CheckedPins from "../src/CheckedPins.ts"
import * as DescriptorPins from "../src/DescriptorPins.ts"
import { openWorkspace } from "../src/index.ts"
import { openFiles } from "../src/openFiles.ts"
import { PathPins } from "../src/PathPins.ts"

const adapters: ReadonlyArray<readonly [string, Layer.Layer<PathPins, unknown>]> = [
  ["descriptors", DescriptorPins.layer],
  ["checked paths", CheckedPins.layer]
]

/**
 * Runs an operation in a folder while another program makes the file "new", after the check of the path and before the
 * file is opened.
 */
const overtaken = async (
  layer: Layer.Layer<PathPins, unknown>,
  act: (files: Files) => PromiseLike<unknown>
): Promise<{ readonly failure: unknown; readonly content: string }> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-created-")))
  try {
    const pins = Effect.runSync(Effect.provide(PathPins, layer))
    const workspace = Effect.runSync(openWorkspace(folder))
    let isMade = false
    const confirm: typeof pins.confirm = (path, fd) => {
      if (!isMade) writeFileSync(join(folder, "new"), "theirs")
      isMade = true
      pins.confirm(path, fd)
    }
    const access = [{ path: workspace, mode: "rw", scope: "tree" }] as const
    const files = openFiles({ ...pins, confirm })(access, workspace)
    const failure = await Promise.resolve(act(files)).then(
      () => undefined,
      (error) => error
    )
    expect(isMade).toBe(true)
    return { failure, content: readFileSync(join(folder, "new"), "utf8") }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

it.each(adapters)("a file that appears after the look at its path survives create, with %s", async (_name, layer) => {
  const { failure, content } = await overtaken(layer, (files) => files.create("new", Buffer.from("ours")))
  expect(failure).toBeInstanceOf(FileFailed)
  expect(failure).toMatchObject({ reason: "Exists" })
  expect(content).toBe("theirs")
})

it.each(adapters)(
  "a file that appears after the check of its path is kept by create, with %s",
  async (_name, layer) => {
    const { failure, content } = await overtaken(layer, (files) => files.create("new", Buffer.from("ours")))
    expect(failure).toBeInstanceOf(FileFailed)
    expect(failure).toMatchObject({ reason: "Exists" })
    expect(content).toBe("theirs")
  }
)

it.each(adapters)("control: a write replaces a file that appears at the same moment, with %s", async (_name, layer) => {
  const { failure, content } = await overtaken(layer, (files) => files.writeBytes("new", Buffer.from("ours")))
  expect({ failure, content }).toEqual({ failure: undefined, content: "ours" })
})
