import { deepEqual, equal, rejects } from "node:assert/strict"
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { SuiteFunctions } from "../SuiteFunctions.ts"
import { declareAttacks } from "./declareAttacks.ts"
import { namelessPaths, outsidePaths, plantFiles, spellPath } from "./hostilePaths.ts"

/** The file operations of an agent in a workspace. Paths are absolute or relative to the workspace. */
export interface AttackedFiles {
  readonly read: (path: string) => PromiseLike<unknown>
  readonly write: (path: string, text: string) => PromiseLike<unknown>
}

/**
 * Tries to read and write outside a workspace, using `outsidePaths`: "..", links, and folders with a similar prefix.
 * Never writes to a path that may lead out of its temporary folder.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { FileSystems, type ResolvedPath } from "@toolgate/core"
 * import { tryFileAttacks } from "@toolgate/testing/hostile"
 * import { NodeFileSystems } from "@toolgate/workspace"
 * import * as Effect from "effect/Effect"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * const { open } = await Effect.runPromise(Effect.provide(FileSystems, NodeFileSystems.layer))
 * tryFileAttacks({ describe, it }, (workspace) => {
 *   const path = workspace as ResolvedPath
 *   const files = open([{ path, mode: "rw", scope: "tree" }], path)
 *   return { read: async (name) => files.read(name), write: async (name, text) => files.write(name, text) }
 * })
 * await cases[0]?.()
 * assert(cases.length > 1)
 * ```
 */
export const tryFileAttacks = (
  suite: SuiteFunctions,
  open: (workspace: string) => AttackedFiles | PromiseLike<AttackedFiles>
): void => {
  /** Opens a new workspace for each path. */
  const attack = async (path: string, act: (files: AttackedFiles, path: string, outside: () => unknown) => unknown) => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-paths-")))
    try {
      const files = await open(plantFiles(base, { outside: "full" }))
      await act(files, spellPath(path, base), () => everythingOutside(base))
    } finally {
      rmSync(base, { recursive: true })
    }
  }
  const rows = (paths: ReadonlyArray<string>) => paths.map((path) => [JSON.stringify(path.slice(0, 60)), path] as const)

  suite.describe("paths from an agent", () => {
    declareAttacks(suite, "read nothing outside of the workspace", rows(outsidePaths), (path) =>
      attack(path, async (files, path) => {
        const text = await Promise.resolve(files.read(path)).catch(() => "inside")
        equal(String(text), "inside")
      })
    )

    const near = outsidePaths.filter((path) => !path.startsWith("/"))
    declareAttacks(suite, "write nothing outside of the workspace", rows(near), (path) =>
      attack(path, async (files, path, outside) => {
        const before = outside()
        await Promise.resolve(files.write(path, "hostile")).catch(() => {})
        deepEqual(outside(), before)
      })
    )

    declareAttacks(suite, "are refused if they name nothing", rows(namelessPaths), (path) =>
      attack(path, async (files, path) => {
        await rejects(async () => files.read(path))
        await rejects(async () => files.write(path, "hostile"))
      })
    )

    declareAttacks(suite, "read and write what is inside", rows(["file", "dir/sub/../f", "WS/file"]), (path) =>
      attack(path, async (files, path) => {
        equal(String(await files.read(path)), "inside")
        await files.write(path, "changed")
        equal(String(await files.read(path)), "changed")
      })
    )
  })
}

/** Returns the names and texts of all files outside the workspace. Does not follow links, because some are circular. */
const everythingOutside = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "ws")
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return [path, ...everythingOutside(path)]
      return [entry.isFile() ? `${path}: ${readFileSync(path, "utf8")}` : path]
    })
    .toSorted()
