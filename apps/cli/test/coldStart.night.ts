import { spawnSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { folder } from "./folder.ts"

const main = new URL("../src/main.ts", import.meta.url).href

/** Runs a command from its sources. Returns the modules that were loaded. */
const modulesOf = (args: ReadonlyArray<string>, cwd: string): ReadonlyArray<string> => {
  const program = `import { registerHooks } from "node:module"
registerHooks({ load: (url, context, next) => (console.log("loaded " + url), next(url, context)) })
process.argv.push("main", ...${JSON.stringify(args)})
const { main } = await import(${JSON.stringify(main)})
main()`
  // The option is written in two parts, because tests start programs from a bundle instead of from one whole.
  const words = ["--conditions", "@toolgate/source", "--input-type=module", "-e", program]
  const { stdout, stderr } = spawnSync(process.execPath, words, { cwd, encoding: "utf8" })
  const loaded = stdout.split("\n").filter((line) => line.startsWith("loaded "))
  expect({ stderr, isTraced: loaded.some((line) => line.endsWith("callCommand.ts")) }).toEqual({
    stderr: "",
    isTraced: true
  })
  return loaded
}

const ofCatalogues = (modules: ReadonlyArray<string>) =>
  modules.filter((url) => /\/tools\/catalogue\/src\/(?!http-requests)|\/jmespath\//.test(url))

describe("a command without the flags of catalogues, plugins and skills", () => {
  it("does not load the code that reads them, and one with a flag does", () => {
    const cwd = folder({ "a.txt": "a", "tools.yaml": "tools: []" })
    const call = ["call", "read_file", "path=a.txt"]
    expect(ofCatalogues(modulesOf(call, cwd))).toEqual([])
    expect(ofCatalogues(modulesOf(["tools"], cwd))).toEqual([])
    expect(ofCatalogues(modulesOf([...call, "--catalogue", "tools.yaml"], cwd)).length).toBeGreaterThan(5)
  })
})

describe("a command that names no tool of the toolbox", () => {
  const ofToolbox = (modules: ReadonlyArray<string>) => [
    ...new Set(modules.flatMap((url) => /\/packages\/toolbox\/([\w-]+)\//.exec(url)?.[1] ?? []))
  ]

  it("loads the names of the toolbox's tools, and with a tool's name also its package", () => {
    const cwd = folder({ "a.txt": "a" })
    expect(ofToolbox(modulesOf(["call", "read_file", "path=a.txt"], cwd))).toEqual(["toolbox"])
    expect(ofToolbox(modulesOf(["tools", "show", "read_file"], cwd))).toEqual(["toolbox"])
    const loaded = ofToolbox(modulesOf(["tools", "show", "statistics"], cwd))
    expect(loaded.toSorted()).toEqual(["toolbox", "toolbox-base", "toolbox-math"])
  })
})
