// Checks every packed package with `publint` and `attw`, in one process, which loads the compiler once: `node
// .ci/checkPackages.mjs [FOLDER]`. The folder holds the packages as `pack.mjs` packed them. Without a folder, the
// packages are packed first.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { withPacked } from "./pack.mjs"

// The packages are ES modules, for compilers that know the field "exports".
const ignored = ["node10", "node16-cjs"]
// Entries that programs read as files.
const excludeEntrypoints = ["tree-sitter-bash.wasm", "web-tree-sitter.cjs", "web-tree-sitter.wasm"]

const faultsOf = async (file) => {
  const tarball = readFileSync(file)
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true })
  return [
    ...messages.map((message) => `"${pkg.name}" (${message.type}): ${formatMessage(message, pkg, { color: false })}`),
    // A package of commands has nothing to import.
    ...(Object.keys(pkg.exports ?? {}).every((door) => door === "./package.json")
      ? []
      : await typeFaultsOf(pkg.name, tarball))
  ]
}

const typeFaultsOf = async (name, tarball) => {
  const { types, problems } = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)), {
    excludeEntrypoints
  })
  if (!types) return [`"${name}" has no types.`]
  return problems
    .filter(({ resolutionKind }) => !ignored.includes(resolutionKind))
    .map((problem) => `"${name}": ${JSON.stringify(problem)}`)
}

await withPacked(process.argv[2], async (folder) => {
  const tarballs = globSync("*.tgz", { cwd: folder })
  const faults = []
  for (const file of tarballs) faults.push(...(await faultsOf(join(folder, file))))
  for (const fault of faults) console.error(fault)
  console.log(`${tarballs.length} packages were checked, with ${faults.length} faults.`)
  if (faults.length > 0 || tarballs.length === 0) process.exitCode = 1
})
