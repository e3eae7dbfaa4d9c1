import { dirname, resolve } from "node:path"
import { escapeUnprintable, quoted, type Tool } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import { getHomeFolder, readNarrowingConfig } from "@toolgate/policy-files"
import { type Faults, FileReading, type Located, readTextFile, readYaml } from "@toolgate/yaml-reading"
import * as Effect from "effect/Effect"
import { annotateTool } from "./annotateTool.ts"
import type { Catalogue, CatalogueOptions } from "./Catalogue.ts"
import { CatalogueInvalid } from "./CatalogueInvalid.ts"
import { catalogueShape, type WrittenCatalogue } from "./catalogueShape.ts"
import type { ToolEntry } from "./entryShape.ts"
import { KnownTools } from "./KnownTools.ts"
import { makeTool } from "./makeTool.ts"
import type { Origin } from "./sources.ts"

/**
 * Reads catalogues. Names must be unique across the files and the known tools, except for annotations. An invalid entry is left out,
 * together with every tool of its names, because it may be meant to restrict a known tool. Fails for any other problem, such as an entry
 * about an unknown tool or a missing file.
 */
export const loadCatalogue = (
  paths: ReadonlyArray<string>,
  options: CatalogueOptions
): Effect.Effect<Catalogue, CatalogueInvalid> =>
  Effect.suspend(() =>
    catalogueOf(
      paths.map((path) => {
        const name = escapeUnprintable(path)
        const file = readTextFile(path, "catalogue")
        return "fault" in file
          ? { path, faults: { problems: [{ source: name, message: file.fault }], more: 0 } }
          : read(file.text, path, options)
      }),
      options
    )
  )

/** Reads a catalogue from text, like `loadCatalogue`. Messages and relative paths use `path`. */
export const parseCatalogue = (
  text: string,
  path: string,
  options: CatalogueOptions
): Effect.Effect<Catalogue, CatalogueInvalid> => Effect.suspend(() => catalogueOf([read(text, path, options)], options))

/**
 * Returns the names of the tools that catalogues annotate, so that a large toolbox can load only these. Unreadable files are ignored,
 * because loading reports their problems.
 */
export const listAnnotatedNames = (paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.flatMap((path) => {
    const file = readTextFile(path, "catalogue")
    const written = "fault" in file ? undefined : read(file.text, path, { tools: [] }).written
    return (written?.items ?? []).flatMap(({ isMade, names }) => (isMade ? [] : names.slice(0, 1)))
  })

/** A file with its text, or with the reason why it could not be read. */
type ReadFile = ReadText | { readonly path: string; readonly faults: Faults }

interface ReadText {
  readonly path: string
  readonly reading: FileReading
  readonly written: WrittenCatalogue | undefined
}

const read = (text: string, path: string, { home = getHomeFolder() }: CatalogueOptions): ReadText => {
  const reading = new FileReading({ name: escapeUnprintable(path), what: "catalogue", least: "tools: []", home })
  let written: WrittenCatalogue | undefined
  // The readable part of an invalid catalogue is checked too, so that one run reports as many problems as possible.
  readYaml(text, { ...catalogueShape, read: (entry) => (written = catalogueShape.read(entry, reading)) }, reading)
  return { path, reading, written }
}

const catalogueOf = (
  given: ReadonlyArray<ReadFile>,
  { tools, home = getHomeFolder(), workspace = process.cwd() }: CatalogueOptions
): Effect.Effect<Catalogue, CatalogueInvalid> => {
  const known = new KnownTools(tools)
  const files = new Set(given.map(({ path }) => resolve(path)))
  const faults: Array<Faults> = []
  const narrowing: Array<PolicyConfig> = []
  const changed = new Map<Tool, Tool>()
  const added: Array<Tool> = []
  const lost = new Set<string>()
  let isRefused = false
  checkNames(
    given.flatMap((file) => ("reading" in file ? (file.written?.entries ?? []) : [])),
    known
  )
  for (const file of given) {
    if ("faults" in file) {
      isRefused = true
      faults.push(file.faults)
      continue
    }
    const { path, reading, written } = file
    const origin: Origin = { folder: dirname(resolve(path)), home, workspace: resolve(workspace), files }
    for (const entry of written?.entries ?? []) {
      const { implementation, name } = entry
      if (implementation !== undefined) {
        const tool = makeTool(entry, implementation.value, known, origin)
        if (tool !== undefined) added.push(tool)
        continue
      }
      const target = known.get(name.value)
      if (target === undefined)
        reading.fault(
          name.at,
          () => `${known.unknown(name.value, "to annotate")}; a tool of your own needs the key "implementation"`
        )
      else changed.set(target, annotateTool(target, entry, fixed) ?? target)
    }
    if (written?.permissions !== undefined) {
      const { config, problems } = readNarrowingConfig(escapeUnprintable(path), written.permissions)
      narrowing.push(config)
      if (problems.length > 0) {
        isRefused = true
        faults.push({ problems, more: 0 })
      }
    }
    for (const { names, isMade, at, end } of written?.items ?? []) {
      const [name] = names
      // An annotation of an unknown tool may be a misspelling, and the intended tool would stay unrestricted.
      if (name === undefined || !(isMade || known.get(name) !== undefined)) continue
      if (reading.leaveOut("tool", name, [{ at, end }]))
        for (const each of names) lost.add(known.get(each)?.name ?? each)
    }
    if (reading.faults !== undefined) isRefused = true
    if (reading.everyFault !== undefined) faults.push(reading.everyFault)
  }
  if (isRefused) return Effect.fail(CatalogueInvalid.of(firstOf(faults)))
  const isKept = ({ name, aliases }: Tool) => ![name, ...aliases].some((each) => lost.has(each))
  return Effect.succeed({
    tools: [...tools.map((tool) => changed.get(tool) ?? tool), ...added].filter(isKept),
    narrowing,
    files: [...files],
    leftOut: given.flatMap((file) => ("reading" in file ? file.reading.leftOut : []))
  })
}

/** Keys that describe a tool, as opposed to restricting it. */
const fixed = ["aliases", "parameters", "output", "resources", "lazy_schema", "requires_workspace", "examples"] as const

/** Returns the first fifty problems of all files, and the number of others. */
const firstOf = (faults: ReadonlyArray<Faults>): Faults => {
  const problems = faults.flatMap((each) => each.problems)
  const more = faults.reduce((sum, each) => sum + each.more, 0)
  return { problems: problems.slice(0, 50), more: more + Math.max(0, problems.length - 50) }
}

/** Reports each duplicate tool name, and each known tool with two annotations. Names are compared in the order of the files. */
const checkNames = (entries: ReadonlyArray<ToolEntry>, known: KnownTools): void => {
  const taken = new Map<string, string>()
  for (const { name, aliases, implementation, reading } of entries) {
    const target = implementation === undefined ? known.get(name.value) : undefined
    // The missing tool is reported elsewhere.
    if (implementation === undefined && target === undefined) continue
    const names = target === undefined ? [name, ...(aliases?.value ?? [])] : [{ ...name, value: target.name }]
    for (const each of names) {
      const first = taken.get(each.value)
      const holder = target === undefined ? known.get(each.value) : undefined
      if (first !== undefined) reading.fault(each.at, () => twice(each, target?.name, first))
      else if (holder !== undefined)
        reading.fault(
          each.at,
          () =>
            `the name ${quoted(each.value)} is taken by the known tool ${quoted(holder.name)}: give this one another name, or leave out "implementation" to annotate the known tool`
        )
      else taken.set(each.value, reading.source(each.at))
    }
  }
}

const twice = ({ value }: Located<string>, tool: string | undefined, first: string): string =>
  tool === undefined
    ? `the name ${quoted(value)} is given twice, first at ${first}`
    : `the tool ${quoted(tool)} is annotated twice, first at ${first}`
