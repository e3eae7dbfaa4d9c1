import type { ResolvedPath } from "@toolgate/core"
import { expect, it } from "vitest"
import { listProjectedModifications } from "../src/listProjectedModifications.ts"
import { type Asking, file, question } from "./asking.ts"

const modifications = (asking: Asking) => listProjectedModifications(question(asking).request)

it("lists each modified file once, relative to the workspace", () => {
  const resources = [
    file("/ws/src/a.ts", "w"),
    file("/ws/src/a.ts", "rw"),
    file("/ws/read.ts", "r"),
    file("/ws-evil/a.ts", "w"),
    file("/ws\\a.ts", "w"),
    file("/etc/hosts", "rw"),
    file("/ws", "w"),
    file('/ws/a\n"\u202e\\b', "w")
  ]
  expect(modifications({ resources })).toEqual([
    "src/a.ts",
    "/ws-evil/a.ts",
    String.raw`/ws\\a.ts`,
    "/etc/hosts",
    ".",
    String.raw`a\n\"\u202e\\b`
  ])
})

it("supports the root as a workspace", () => {
  expect(modifications({ resources: [file("/etc/hosts")], context: { workspace: "/" as ResolvedPath } })).toEqual([
    "etc/hosts"
  ])
})
