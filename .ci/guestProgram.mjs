// Gives the tests the guest program as it is published, in one file. Loading its forty sources takes seven times as
// long, and every test of a script starts it again.
import { existsSync, globSync, mkdirSync, renameSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { rolldown } from "rolldown"

const folder = join(import.meta.dirname, "../packages/sandboxes/sandbox-wasm")
const built = join(folder, ".cache")
const bundle = join(built, "guest/main.mjs")

/** Bundles the program, unless the bundle is newer than all sources of the package. */
export const bundleGuest = async () => {
  const changed = globSync("src/**/*.ts", { cwd: folder }).map((file) => statSync(join(folder, file)).mtimeMs)
  if (existsSync(bundle) && statSync(bundle).mtimeMs > Math.max(...changed)) return
  const bundling = await rolldown({
    cwd: folder,
    input: "src/guest/main.ts",
    platform: "node",
    resolve: { conditionNames: ["@toolgate/source", "node", "import", "default"] },
    external: ["quickjs-wasi"],
    tsconfig: false
  })
  const { output } = await bundling.generate({ format: "esm", codeSplitting: false })
  await bundling.close()
  mkdirSync(join(built, "guest"), { recursive: true })
  writeFileSync(`${bundle}.${process.pid}`, output[0].code)
  renameSync(`${bundle}.${process.pid}`, bundle)
}

const own = "defaultValue: ownProgram"

/** The Vite plugin that leads tests to the bundle. */
export const guestProgram = {
  name: "toolgate-guest-program",
  transform: (code, id) => {
    if (!id.endsWith("sandbox-wasm/src/GuestProgram.ts")) return
    if (!code.includes(own)) throw new Error(`"GuestProgram.ts" has no "${own}" any more.`)
    return code.replace(own, `defaultValue: () => program(${JSON.stringify(built)}, "main.mjs", ["guest"])`)
  }
}
