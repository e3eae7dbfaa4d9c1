import { basename } from "node:path"
import { isLayer } from "effect/Layer"
import { doors, exportsOf } from "../../../../.ci/comments.ts"

/** A function, class or layer that a package exports, with the declaration whose comment shows its example. */
export interface DocumentedExport {
  /** The folder of the package and the name, as in "approval/MemoryApprovals.layer". The example has this name. */
  readonly name: string
  readonly file: string
  readonly declared: string
}

/** The entries whose functions, classes and layers all have an example. */
export const entries = [
  "toolgate",
  "toolgate/config",
  "toolgate/effect",
  "toolgate/results",
  "@toolgate/core",
  "@toolgate/core/access",
  "@toolgate/core/json",
  "@toolgate/approval",
  "@toolgate/artifacts",
  "@toolgate/audit",
  "@toolgate/chain",
  "@toolgate/chain/runs",
  "@toolgate/chain/turn",
  "@toolgate/client",
  "@toolgate/dispatch",
  "@toolgate/local-secrets",
  "@toolgate/local-secrets/references",
  "@toolgate/policy",
  "@toolgate/policy-files",
  "@toolgate/registry",
  "@toolgate/sandbox-host",
  "@toolgate/sandbox-wasm",
  "@toolgate/stores",
  "@toolgate/stores/sqlite",
  "@toolgate/telemetry",
  "@toolgate/testing",
  "@toolgate/testing/hostile",
  "@toolgate/workspace"
]

/** Lists the functions, classes and layers of the entries, each once, however many entries export it. */
export const listDocumentedExports = async (): Promise<ReadonlyArray<DocumentedExport>> => {
  const found = new Map<string, DocumentedExport>()
  for (const entry of entries) {
    const file = doors[entry]
    if (file === undefined) throw new Error(`No package has the entry "${entry}".`)
    for (const one of listFrom(file, await import(file), ""))
      if (!found.has(`${one.file} ${one.declared}`)) found.set(`${one.file} ${one.declared}`, one)
  }
  return [...found.values()]
}

const listFrom = (
  source: string,
  module: Readonly<Record<string, unknown>>,
  prefix: string
): ReadonlyArray<DocumentedExport> => {
  const listed = exportsOf(source)
  return Object.entries(module).flatMap(([name, value]) => {
    const exported = listed.find((one) => one.name === name)
    if (exported === undefined) throw new Error(`The declaration of "${name}" was not found from ${source}.`)
    const { file } = exported
    if (file === undefined) return []
    if (isModule(value)) return listFrom(file, value, `${name}.`)
    if (typeof value !== "function" && !isLayer(value)) return []
    // Only a name that the module itself declares, such as `layer`, needs the name of the module.
    return [{ name: `${packageOf(file)}/${file === source ? prefix : ""}${name}`, file, declared: name }]
  })
}

const isModule = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Object.prototype.toString.call(value) === "[object Module]"

const packageOf = (file: string): string => basename(file.slice(0, file.indexOf("/src/")))
