import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { FileMode } from "@toolgate/core"
import { compileAccess } from "@toolgate/core/access"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import { findExcepted } from "../../src/confinement/findExcepted.ts"
import { tree } from "../command/granting.ts"
import { Workspace } from "../command/running.ts"

const name = fc.constantFrom("a", "b", ".env", "A", "**", "*", "?", ".", "a*", "[")
const pattern = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"))

/** Returns all paths beneath a folder. */
const all = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder).flatMap((entry) => {
    const path = join(folder, entry)
    return statSync(path).isDirectory() ? [path, ...all(path)] : [path]
  })

it("never grants a path more than the patterns allow, and finds each path through its parents", async () => {
  using workspace = new Workspace()
  for (const one of ["a", "b", "A"])
    for (const two of ["a", "B", ".env.d"]) {
      mkdirSync(workspace.at(`${one}/${two}/b`), { recursive: true })
      for (const file of [".env", "a", "ab"]) writeFileSync(workspace.at(`${one}/${two}/b/${file}`), "")
      writeFileSync(workspace.at(`${one}/${two}/.ENV`), "")
    }
  const paths = all(workspace.path)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ pattern, mode: fc.constantFrom<FileMode>("r", "w", "rw"), isAbsolute: fc.boolean() }), {
        minLength: 1,
        maxLength: 3
      }),
      fc.constantFrom<FileMode>("r", "rw"),
      async (exceptions, mode) => {
        const except = exceptions.map((one) => ({
          mode: one.mode,
          pattern: one.isAbsolute ? `${workspace.path}/${one.pattern}` : one.pattern
        }))
        const access = compileAccess([tree(workspace.path, mode, except)])
        const found = new Map((await findExcepted(access)).map(({ path, letters }) => [path, letters]))
        const root = access.lettersAt(workspace.path)
        for (const path of paths) {
          // The nearest finding above a path decides about the path. A hidden folder hides everything beneath it.
          let above = path
          while (above !== workspace.path && !found.has(above)) above = join(above, "..")
          const held = found.get(above) ?? root
          const meant = access.lettersAt(path)
          if (held.includes("r")) for (const letter of held) expect(meant, path).toContain(letter)
          if (above === path) expect(held).toBe(meant)
        }
      }
    ),
    runs(300)
  )
})

it("stops when asked to, or after enough results", async () => {
  using workspace = new Workspace()
  for (let n = 0; n < 50; n++) mkdirSync(workspace.at(`${n}/.env`), { recursive: true })
  const access = compileAccess([tree(workspace.path, "rw", [{ pattern: "**/.env", mode: "rw" }])])
  expect(await findExcepted(access)).toHaveLength(50)
  expect(await findExcepted(access, { isStopped: () => true })).toEqual([])
  expect((await findExcepted(access, { atMost: 10 })).length).toBe(11)
})
