import type { FileAccess, ResolvedPath } from "@toolgate/core"
import { expect, it } from "vitest"
import { openFolders } from "../../src/files/openFolders.ts"

const workspace = "/w" as ResolvedPath
const entry = (path: string, scope: FileAccess["scope"] = "tree"): FileAccess => ({
  path: path as ResolvedPath,
  mode: "r",
  scope
})

it("opens a folder that contains a part of the grant, or lies in one of its trees", () => {
  const named = { "/": ".", "/docs": "docs", "/other": "other" }
  expect(openFolders(named, workspace, [entry("/w/docs/api"), entry("/w/other/file", "exact")])).toEqual({
    folders: [
      { name: "/", path: "/w" },
      { name: "/docs", path: "/w/docs" },
      { name: "/other", path: "/w/other" }
    ],
    starts: ["/w/docs/api", "/w/other/file"]
  })
  expect(openFolders(named, workspace, [entry("/")]).starts).toEqual(["/w", "/w/docs", "/w/other"])
})

it("opens no folder without granted files, and no folder under a file", () => {
  expect(openFolders({ "/docs": "docs" }, workspace, [entry("/w/src")])).toEqual({ folders: [], starts: [] })
  expect(openFolders({ "/docs": "docs" }, workspace, [entry("/w", "exact")])).toEqual({ folders: [], starts: [] })
})
