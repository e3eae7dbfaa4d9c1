// Builds all packages and the command line in one process, which takes half of the time of a process for each: `pnpm build`, or `node
// .ci/build.mjs` after `pnpm types`, which makes the declaration files.
import { copyFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { build } from "../apps/cli/bin/bundle.mjs"
import { licences } from "../apps/cli/bin/licences.mjs"
import { compilePrograms } from "../packages/engine/program-facts/bin/compile.mjs"
import { grammarFiles } from "../packages/engine/shell/bin/grammarFiles.mjs"
import configurations from "../rolldown.config.mjs"

compilePrograms()
await import("./declarations.mjs")
for (const { output, ...input } of configurations) {
  const bundling = await rolldown(input)
  const made = await bundling.write(output)
  await bundling.close()
  const texts = licences(made.output.flatMap(({ moduleIds }) => moduleIds ?? []))
  if (texts !== "") writeFileSync(join(input.cwd, output.dir, "LICENCES.txt"), texts)
}
for (const [from, name] of grammarFiles)
  copyFileSync(from, join(import.meta.dirname, "../packages/engine/shell/dist", name))
await import("../packages/toolbox/toolbox-math/bin/copyNative.mjs")
await build()
console.log(`${configurations.length} bundles of packages and the command line were built.`)
