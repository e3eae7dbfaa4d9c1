import { fileURLToPath } from "node:url"
import { build } from "rolldown"

/** Bundles a program of `fixtures`, as loading it from its sources takes longer than running it. Returns the path of the bundle. */
export const bundledProgram = async (name: string): Promise<string> => {
  const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  const dir = here(`../.cache/${name}`)
  await build({
    input: here(`fixtures/${name}.ts`),
    platform: "node",
    resolve: { conditionNames: ["@toolgate/source", "node", "import", "default"] },
    external: /^pino/,
    tsconfig: false,
    logLevel: "silent",
    output: { dir, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" }
  })
  return `${dir}/${name}.mjs`
}
