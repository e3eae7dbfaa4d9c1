import { join } from "node:path"
import { rolldown } from "rolldown"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "../..")

/** Returns the modules of Node that a program would import in a browser. */
const nodeModulesOf = async (packages: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const entry = "\0entry"
  const bundle = await rolldown({
    input: entry,
    cwd: root,
    platform: "browser",
    external: /^node:/,
    resolve: { conditionNames: ["@toolgate/source", "browser", "import", "default"] },
    onLog: () => {},
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) =>
          id === entry
            ? packages
                .map((path) => `export * from ${JSON.stringify(join(root, "packages", path, "src/index.ts"))}`)
                .join("\n")
            : undefined
      }
    ]
  })
  const { output } = await bundle.generate({ format: "esm" })
  await bundle.close()
  return [...new Set(output.flatMap((one) => (one.type === "chunk" ? [...one.imports, ...one.dynamicImports] : [])))]
}

it("the judge, the reader of commands and the facts about programs need no module of Node", async () => {
  expect(await nodeModulesOf(["engine/policy", "engine/shell", "engine/program-facts"])).toEqual([])
})

it("finds sources that the checks would miss", async () => {
  expect(await nodeModulesOf(["engine/local-secrets"])).toContain("node:crypto")
})
