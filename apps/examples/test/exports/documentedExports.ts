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
  "@toolgate/dispatch",
  "@toolgate/registry",
  "@toolgate/stores",
  "@toolgate/stores/sqlite"
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
): ReadonlyArray<DocumentedExport> =>
  exportsOf(source).flatMap(({ name, file }) => {
    const value = module[name]
    if (file === undefined || value === undefined) return []
    if (isModule(value)) return listFrom(file, value, `${prefix}${name}.`)
    if (typeof value !== "function" && !isLayer(value)) return []
    return [{ name: `${packageOf(file)}/${prefix}${name}`, file, declared: name }]
  })

const isModule = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Object.prototype.toString.call(value) === "[object Module]"

const packageOf = (file: string): string => basename(file.slice(0, file.indexOf("/src/")))
