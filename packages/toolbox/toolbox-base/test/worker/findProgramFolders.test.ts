import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { expect, it } from "vitest"
import { findProgramFolders } from "../../src/worker/findProgramFolders.ts"

const entry = `
import { readFileSync } from "node:fs"
import { b } from "a"
const read = (file) => { try { return readFileSync(file, "utf8") } catch ({ code }) { return code } }
console.log([b, ...process.argv.slice(2).map(read)].join(" "))
`
const own = { name: "own", type: "module", dependencies: { a: "1" }, peerDependencies: { absent: "1" } }

/** Creates files and links, runs the program with permission to read the returned folders, and returns its output. */
const run = (files: Readonly<Record<string, string | object>>, links: Readonly<Record<string, string>>, at: string) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-folders-")))
  const place = (path: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    return join(root, path)
  }
  try {
    for (const [path, content] of Object.entries({ ...files, "project/.env": "secret" }))
      writeFileSync(place(path), typeof content === "string" ? content : JSON.stringify(content))
    for (const [path, to] of Object.entries(links)) symlinkSync(join(root, to), place(path))
    const program = realpathSync(join(root, at))
    const allowed = findProgramFolders(program, "own").flatMap((path) => [
      `--allow-fs-read=${path}`,
      `--allow-fs-read=${path}/*`
    ])
    const words = ["--permission", "--no-warnings", ...allowed, program, join(root, "project/.env")]
    return execFileSync(process.execPath, words, { cwd: "/", env: {}, encoding: "utf8" }).trim()
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const packageAt = (folder: string, name: string, code: string, dependencies = {}) => ({
  [`${folder}/package.json`]: { name, type: "module", main: "index.js", dependencies },
  [`${folder}/index.js`]: code
})
const a = (folder: string) => packageAt(folder, "a", 'export { b } from "b"', { b: "1" })
const b = (folder: string) => packageAt(folder, "b", 'export const b = "loaded"')
const ownAt = (folder: string) => ({ [`${folder}/package.json`]: own, [`${folder}/dist/worker/main.js`]: entry })

it.each([
  {
    name: "one folder of npm",
    files: {
      ...ownAt("project/node_modules/own"),
      ...a("project/node_modules/a"),
      ...b("project/node_modules/a/node_modules/b")
    },
    links: {},
    at: "project/node_modules/own/dist/worker/main.js"
  },
  {
    name: "links of pnpm in a project",
    files: {
      ...ownAt("project/node_modules/.pnpm/own@1/node_modules/own"),
      ...a("project/node_modules/.pnpm/a@1/node_modules/a"),
      ...b("project/node_modules/.pnpm/b@1/node_modules/b")
    },
    links: {
      "project/node_modules/own": "project/node_modules/.pnpm/own@1/node_modules/own",
      "project/node_modules/.pnpm/own@1/node_modules/a": "project/node_modules/.pnpm/a@1/node_modules/a",
      "project/node_modules/.pnpm/a@1/node_modules/b": "project/node_modules/.pnpm/b@1/node_modules/b"
    },
    at: "project/node_modules/own/dist/worker/main.js"
  },
  {
    name: "links into one store of all projects",
    files: {
      ...ownAt("store/own/1/node_modules/own"),
      ...a("store/a/1/node_modules/a"),
      ...b("store/b/1/node_modules/b")
    },
    links: {
      "project/node_modules/own": "store/own/1/node_modules/own",
      "store/own/1/node_modules/a": "store/a/1/node_modules/a",
      "store/a/1/node_modules/b": "store/b/1/node_modules/b"
    },
    at: "project/node_modules/own/dist/worker/main.js"
  },
  {
    name: "a workspace",
    files: {
      ...ownAt("project/packages/own"),
      ...a("project/packages/a"),
      ...b("project/node_modules/.pnpm/b@1/node_modules/b")
    },
    links: {
      "project/packages/own/node_modules/a": "project/packages/a",
      "project/packages/a/node_modules/b": "project/node_modules/.pnpm/b@1/node_modules/b"
    },
    at: "project/packages/own/dist/worker/main.js"
  },
  {
    name: "an app that has taken the program over",
    files: {
      "project/package.json": { name: "app", type: "module", dependencies: { a: "1" } },
      "project/dist/worker/main.js": entry,
      ...a("project/node_modules/a"),
      ...b("project/node_modules/b")
    },
    links: {},
    at: "project/dist/worker/main.js"
  }
])("lets a program load its packages from $name, and read nothing beside them", ({ files, links, at }) => {
  expect(run(files, links, at)).toBe("loaded ERR_ACCESS_DENIED")
})
