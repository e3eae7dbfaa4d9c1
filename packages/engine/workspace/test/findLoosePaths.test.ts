import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ResolvedPath } from "@toolgate/core"
import { expect, it } from "vitest"
import { findLoosePaths } from "../src/findLoosePaths.ts"

const folder = mkdtempSync(join(tmpdir(), "loose-")) as ResolvedPath
mkdirSync(join(folder, "logs"))
for (const name of ["7", "a.txt", "run-12.log", "run-x.log", "logs/3"]) writeFileSync(join(folder, name), "")

const looks = {
  at: (path: string) => (path.startsWith("/") ? path : path === "." ? folder : join(folder, path)) as ResolvedPath,
  entries: (path: ResolvedPath) => readdirSync(path, { withFileTypes: true })
}

const names = (form: string, of: "number" | "file") =>
  findLoosePaths(looks, form, of)
    .paths.map((path) => path.slice(folder.length + 1))
    .filter((name) => !/^(?:logs\/?)?$/.test(name))
    .toSorted()

it("finds every file that a wildcard matches", () => {
  expect([names("*", "file"), names("run-*.log", "file")]).toEqual([
    ["7", "a.txt", "run-12.log", "run-x.log"],
    ["run-12.log", "run-x.log"]
  ])
})

it("finds only files named by digits for a number", () => {
  expect([names("*", "number"), names("run-*.log", "number"), names("logs/*", "number")]).toEqual([
    ["7"],
    ["run-12.log"],
    ["logs/3"]
  ])
})
