import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { ResolvedPath } from "@toolgate/core"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { besideWorkspace } from "../src/besideWorkspace.ts"

let base = ""
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-")))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const put = (path: string, text = "") => {
  mkdirSync(dirname(join(base, path)), { recursive: true })
  writeFileSync(join(base, path), text)
}

const link = (path: string, to: string) => {
  mkdirSync(dirname(join(base, path)), { recursive: true })
  symlinkSync(to, join(base, path))
}

/** Makes a package that depends on others. */
const makePackage = (path: string, name: string, ...needs: ReadonlyArray<string>) =>
  put(
    `${path}/package.json`,
    JSON.stringify({ name, dependencies: Object.fromEntries(needs.map((one) => [one, "*"])) })
  )

const beside = (workspace: string) =>
  besideWorkspace(join(base, workspace) as ResolvedPath)
    .map(({ path }) => path.slice(base.length + 1))
    .sort()

describe("the packages of a monorepo that a workspace needs", () => {
  it("are the targets of pnpm's links, and their dependencies", () => {
    put(
      "pnpm-workspace.yaml",
      "packages:\n  # all\n  - 'packages/*'\n  - \"apps/**\" # more\n  - tools/x\n\ncatalog:\n  - no/*\n"
    )
    makePackage("packages/a", "@x/a", "@x/b", "@x/tool", "left-pad")
    makePackage("packages/b", "@x/b", "@x/c")
    makePackage("apps/deep/c", "@x/c", "@x/a")
    makePackage("tools/x", "@x/tool")
    makePackage("packages/d", "@x/d")
    put("node_modules/.pnpm/left-pad/index.js")
    link("packages/a/node_modules/@x/b", "../../../b")
    link("packages/a/node_modules/@x/tool", "../../../../tools/x")
    link("packages/a/node_modules/left-pad", "../../../node_modules/.pnpm/left-pad")
    link("packages/b/node_modules/@x/c", "../../../../apps/deep/c")
    link("apps/deep/c/node_modules/@x/a", "../../../../../packages/a")
    expect(beside("packages/a")).toEqual(["apps/deep/c", "node_modules", "packages/b", "tools/x"])
    expect(beside("packages/d")).toEqual(["node_modules"])
  })

  it("are the targets of the links of npm and yarn above the workspace", () => {
    for (const workspaces of [["./packages/*/"], { packages: ["packages/*", "!packages/c"] }]) {
      put("package.json", JSON.stringify({ workspaces }))
      makePackage("packages/a", "@x/a", "b", "@x/c")
      makePackage("packages/b", "b")
      makePackage("packages/c", "@x/c")
      rmSync(join(base, "node_modules"), { recursive: true, force: true })
      link("node_modules/b", "../packages/b")
      link("node_modules/@x/a", "../../packages/a")
      link("node_modules/@x/c", "../../packages/c")
      const all = Array.isArray(workspaces) ? ["packages/c"] : []
      expect(beside("packages/a")).toEqual(["node_modules", "packages/b", ...all])
    }
  })

  it("are read from each usual form of pnpm-workspace.yaml, and none from an unusual one", () => {
    makePackage("p/a", "a", "b")
    makePackage("p/b", "b")
    link("p/a/node_modules/b", "../../b")
    const forms: Record<string, boolean> = {
      "packages: [p/*]": true,
      "packages: ['q/*', \"p/b\"]\n": true,
      "catalog: {}\npackages:\n- p/b\n": true,
      "packages:\r\n  - p/*\r\n": true,
      "packages: ['p/*', '!p/b']\n": false,
      "packages: &x [p/*]\n": false,
      "packages:\n  - >-\n    p/*\n": false,
      'packages:\n  - "p\\u002f*"\n': false,
      "packages:\nother:\n  - p/*\n": false,
      "x: |\n  packages:\n  - p/*\n": false,
      "": false
    }
    for (const [text, isFound] of Object.entries(forms)) {
      put("pnpm-workspace.yaml", text)
      expect([text, beside("p/a")]).toEqual([text, isFound ? ["p/b"] : []])
    }
  })

  /** Attempts of a call in its workspace "packages/a" to see another folder. */
  const attacks: Record<string, (need: (name: string, to: string) => void) => void> = {
    "a folder that the monorepo does not list": (need) => {
      makePackage("secret", "secret")
      need("secret", "../../../secret")
    },
    "a folder without a package": (need) => {
      put("packages/none/key", "secret")
      need("none", "../../none")
    },
    "the monorepo itself, and a folder above the workspace": (need) => {
      makePackage("packages", "all")
      need("root", "../../..")
      need("all", "../..")
    },
    "a folder outside by a link that stands outside": (need) => {
      put("../toolgate-outside/package.json", "{}")
      link("packages/out", "../../toolgate-outside")
      need("out", "../../out")
    },
    "a folder of the machine": (need) => need("etc", "/etc"),
    "a package that the monorepo takes out": (need) => {
      makePackage("packages/private", "private")
      need("private", "../../private")
    },
    "installed packages as if they were its own": (need) => {
      makePackage("packages/b/node_modules/z", "z")
      need("z", "../../b/node_modules/z")
    },
    "settings of git as if they were a package": (need) => {
      makePackage("packages/.git", "git")
      need("git", "../../.git")
    },
    "a name that leads up": (need) => {
      makePackage("packages/b", "b")
      need("@x/../../../b", "../../../b")
      need("../b", "../b")
    },
    "a link to a link": (need) => {
      makePackage("secret", "secret")
      link("packages/a/l", "../../secret")
      need("secret", "../l")
    }
  }
  for (const [name, attack] of Object.entries(attacks))
    it(`are not ${name}`, () => {
      put("pnpm-workspace.yaml", "packages: ['packages/*', '!packages/private']\n")
      put("node_modules/x/index.js")
      const names: Array<string> = []
      mkdirSync(join(base, "packages/a"), { recursive: true })
      attack((one, to) => {
        names.push(one)
        makePackage("packages/a", "a", ...names)
        if (!one.includes("..")) link(`packages/a/node_modules/${one}`, to)
      })
      expect(beside("packages/a")).toEqual(["node_modules"])
      rmSync(join(base, "../toolgate-outside"), { recursive: true, force: true })
    })

  it("do not include packages of a monorepo that only the workspace declares", () => {
    put("a/pnpm-workspace.yaml", "packages: ['../*']\n")
    makePackage("a", "a", "b")
    makePackage("b", "b")
    link("a/node_modules/b", "../../b")
    expect(beside("a")).toEqual([])
  })
})
