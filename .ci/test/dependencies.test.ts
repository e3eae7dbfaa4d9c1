import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { packages } from "../packages.mjs"

const root = join(import.meta.dirname, "../..")
const page = readFileSync(join(root, "docs/dependencies.md"), "utf8")
const manifests = [...packages, "apps/cli"]
  .map((folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")))
  .filter((manifest) => !manifest.private)

/** The packages that use each dependency, as the page names them. */
const users = new Map<string, Array<string>>()
for (const { name, dependencies, peerDependencies } of manifests)
  for (const dependency of Object.keys({ ...dependencies, ...peerDependencies })) {
    if (dependency === "toolgate" || dependency.startsWith("@toolgate/")) continue
    const user = name === "@toolgate/cli" ? "the command line" : `\`${name.replace("@toolgate/", "")}\``
    users.set(dependency, [...(users.get(dependency) ?? []), user])
  }

it("the page of dependencies lists each installed one, with its users and a reason", () => {
  const rows = [...page.matchAll(/^\| `([^`]+)` +\| (.+?) +\| (.+?) +\|$/gm)].map(([, name, by, why]) => ({
    name,
    by,
    why
  }))
  const byName = [...users].toSorted(([one], [other]) => (one < other ? -1 : 1))
  expect(rows.map(({ name }) => name)).toEqual(byName.map(([name]) => name))
  expect(rows.filter(({ why }) => why === undefined || !why.includes(" "))).toEqual([])
  for (const { name = "", by = "" } of rows)
    if (by !== "nearly all, as a peer")
      expect([name, by.split(", ").toSorted()]).toEqual([name, users.get(name)?.toSorted()])
})

it("every version in the catalog is exact", () => {
  const [, catalog = ""] =
    /^catalog:\n((?: {2}.+\n)+)/m.exec(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")) ?? []
  const versions = catalog.trim().split("\n")
  expect(versions.length).toBeGreaterThan(10)
  expect(versions.filter((line) => !/: \d+\.\d+\.\d+(?:-[\w.]+)?$/.test(line))).toEqual([])
})
