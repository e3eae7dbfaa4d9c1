import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ResolvedPath } from "@toolgate/core"
import { makePermissionRequest } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import { expect, it, onTestFinished } from "vitest"
import { findChangedUses, readUsedFiles } from "../src/approvedFiles.ts"

const grant = { confinement: "required", access: { files: [], hosts: [], env: [] } } as const

/** Returns a request to run a script that loads this many others. */
const requestOf = (count: number) => {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-"))) as ResolvedPath
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }))
  mkdirSync(join(workspace, "lib"))
  const names = Array.from({ length: count }, (_, at) => `lib/m${at}.js`)
  for (const name of names) writeFileSync(join(workspace, name), "")
  const script = join(workspace, "a.js") as ResolvedPath
  writeFileSync(script, names.map((name) => `require("./${name}")`).join("\n"))
  const request = makePermissionRequest({ tool: { name: "shell" } })
  const run = { kind: "command", argv: ["node", "a.js"], assigned: [], wrapper: false, inWorkspace: true } as const
  return {
    ...request,
    resources: [{ ...run, paths: [script], hosts: [] }],
    context: { ...request.context, workspace }
  }
}

it("reads the files of a call without blocking other calls", async () => {
  const request = requestOf(200)
  let turns = 0
  let immediate = setImmediate(function count() {
    turns++
    immediate = setImmediate(count)
  })
  const found = await Effect.runPromise(readUsedFiles(request, grant))
  clearImmediate(immediate)
  expect(turns).toBeGreaterThan(10)
  expect(found.files.length).toBe(201)
  expect(await Effect.runPromise(findChangedUses(found.files, request, grant))).toEqual([])
  writeFileSync(join(request.context.workspace, "lib/m7.js"), "x")
  expect(await Effect.runPromise(findChangedUses(found.files, request, grant))).toEqual([
    "the contents of the programs or scripts that it would run"
  ])
})
