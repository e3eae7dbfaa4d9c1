import { accessCases } from "./files/accessCases.ts"
import type { FilesAdapter } from "./files/FilesAdapter.ts"
import type { FilesCase } from "./files/FilesCase.ts"
import { FilesFixture } from "./files/FilesFixture.ts"
import { pathCases } from "./files/pathCases.ts"
import { readCases } from "./files/readCases.ts"
import { ordinaryUser, specialCases } from "./files/specialCases.ts"
import { writeCases } from "./files/writeCases.ts"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/**
 * The contract suite of `FileSystems`, without races. Cases that this machine does not support are skipped, and their
 * names say why.
 *
 * Permissions do not restrict root. If the suite also runs as another user, pass `permissions: "elsewhere"` to skip the
 * permission cases as root.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { realpathSync } from "node:fs"
 * import { FileSystems, type ResolvedPath } from "@toolgate/core"
 * import { testFiles } from "@toolgate/testing"
 * import { PortableFileSystems } from "@toolgate/workspace"
 * import * as Effect from "effect/Effect"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * const { containment, open } = await Effect.runPromise(Effect.provide(FileSystems, PortableFileSystems.layer))
 * testFiles({ describe, it }, { containment, open, resolved: async (path) => realpathSync(path) as ResolvedPath })
 * await cases[0]?.()
 * assert(cases.length > 1)
 * ```
 */
export const testFiles = (
  suite: SuiteFunctions,
  adapter: FilesAdapter,
  options: { readonly permissions: "here" | "elsewhere" } = { permissions: "here" }
): void => {
  for (const [name, cases] of groups) {
    suite.describe(name, () => {
      for (const { name, check, needs } of cases) {
        if (needs === ordinaryUser && options.permissions === "elsewhere") continue
        if (needs !== undefined && !needs.isThere()) {
          suite.it.skip(`${name} (skipped: no ${needs.what} here)`, () => {})
          continue
        }
        suite.it(name, async () => {
          using fixture = new FilesFixture(adapter)
          await check(fixture)
        })
      }
    })
  }
}

const groups: ReadonlyArray<readonly [string, ReadonlyArray<FilesCase>]> = [
  ["paths", pathCases],
  ["access", accessCases],
  ["reading", readCases],
  ["writing", writeCases],
  ["special files and disks", specialCases]
]
