import { dirname, resolve } from "node:path"
import { escapeUnprintable, type Tool, type ToolRegistrationError, ToolRegistry } from "@toolgate/core"
import {
  FileReading,
  type LeftOut,
  type LocatedValue,
  readTextFile,
  readYaml,
  recordOf,
  type Shape
} from "@toolgate/yaml-reading"
import * as Effect from "effect/Effect"
import type { TSchema } from "typebox"
import type { AgentRequest } from "../AgentOptions.ts"
import type { AgentsChoice } from "../agentsChoice.ts"
import type { StartedRunner } from "../RunnerOptions.ts"
import { makeSettingsShape, type SettingsSchema } from "./makeSettingsShape.ts"
import { ToolboxSettingsInvalid } from "./ToolboxSettingsInvalid.ts"

/**
 * A part of a toolbox. The names of its tools are known before it is loaded.
 *
 * ```ts
 * import { defineTool, Type } from "toolgate"
 * import type { ToolboxEntry } from "toolgate/config"
 *
 * export const dice: ToolboxEntry = {
 *   tools: ["roll"],
 *   load: async () => ({
 *     make: () => [
 *       defineTool({
 *         name: "roll",
 *         description: "Rolls a die.",
 *         parameters: Type.Object({}),
 *         sideEffects: "NONE",
 *         execute: () => String(1 + Math.floor(Math.random() * 6))
 *       })
 *     ]
 *   })
 * }
 * ```
 */
export interface ToolboxEntry {
  readonly tools: ReadonlyArray<string>
  readonly load: () => Promise<LoadedEntry>
}

/** Starts an agent of the gate, like `startAgent`. */
export type StartAgent = (request: AgentRequest) => Promise<StartedRunner>

/**
 * A loaded part of a toolbox.
 *
 * ```ts
 * import { type LoadedEntry } from "toolgate/config"
 *
 * export const nothing: LoadedEntry = { make: () => [] }
 * ```
 */
export interface LoadedEntry {
  /** The schema of the entry's section in a settings file. Absent if the entry has no settings. */
  readonly settings?: TSchema
  /** Makes the entry's tools. `settings` matches the schema. `start` starts an agent, if the gate supports it. */
  readonly make: (settings?: unknown, start?: StartAgent) => ReadonlyArray<Tool>
  /** Returns the agents that the entry's tools start. */
  readonly agents?: (settings: unknown) => AgentsChoice
}

interface ToolboxOptions {
  readonly entries: Readonly<Record<string, ToolboxEntry>>
  /** The path of a YAML file with a section per entry. Without it, entries use their defaults. */
  readonly settings?: string | undefined
}

/**
 * The tools of a toolbox, with their settings.
 *
 * ```ts
 * import type { Toolbox } from "toolgate/config"
 *
 * export const sections = ({ leftOut }: Toolbox) => leftOut.map(({ name }) => name)
 * ```
 */
export interface Toolbox {
  /** Returns the tools with these names, and loads only their entries. Unknown names are ignored. */
  readonly toolsOf: (names: ReadonlyArray<string>, start?: StartAgent) => Promise<ReadonlyArray<Tool>>
  /** Returns the agents that the tools with these names start. */
  readonly agentsOf: (names: ReadonlyArray<string>) => Promise<AgentsChoice>
  /** The path of the settings file. No call may change it. */
  readonly file: string | undefined
  /** Invalid sections of the file. The tools of their entries are unavailable. */
  readonly leftOut: ReadonlyArray<LeftOut>
}

/**
 * Reads the settings of a toolbox. The whole file is checked, so that a mistake is reported at the start rather than on first use of the
 * tool. The tools of an invalid section are not offered, because the defaults may allow what the section forbids. Rejects with
 * `ToolboxSettingsInvalid` if the file cannot be used.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { toolboxEntries } from "@toolgate/toolbox"
 * import { openGate, readToolbox } from "toolgate/config"
 *
 * const toolbox = await readToolbox({ entries: toolboxEntries })
 * await using gate = await openGate({ workspace: ".", toolbox: { ...toolbox, tools: ["calculate"] } })
 * const { output } = await gate.dispatch({ id: "1", tool: "calculate", args: { expression: "2 * 21" } })
 * assert.deepEqual(output.value, { text: "42", value: 42 })
 * ```
 */
export const readToolbox = async ({ entries, settings: path }: ToolboxOptions): Promise<Toolbox> => {
  const loaded = new Map<string, Promise<LoadedEntry>>()
  const load = (name: string): Promise<LoadedEntry> => {
    const one = loaded.get(name) ?? (entries[name] as ToolboxEntry).load()
    loaded.set(name, one)
    return one
  }
  const names = Object.keys(entries)
  const { settings, leftOut } = path === undefined ? nothingSet : await readSettings(path, names, load)
  const usable = names.filter((name) => !leftOut.some((section) => section.name === name))
  const partsWith = (wanted: ReadonlyArray<string>) => {
    const holding = usable.filter((name) => entries[name]?.tools.some((tool) => wanted.includes(tool)))
    return Promise.all(holding.map(async (name) => ({ ...(await load(name)), set: settings[name] })))
  }
  return {
    toolsOf: async (wanted, start) => {
      const tools = (await partsWith(wanted)).flatMap(({ make, set }) => make(set, start))
      return tools.filter(({ name }) => wanted.includes(name))
    },
    agentsOf: async (wanted) => {
      const agents = (await partsWith(wanted)).map(({ agents, set }) => (set === undefined ? {} : agents?.(set)))
      return agentsFrom(dirname(path ?? "."), Object.assign({}, ...agents))
    },
    file: path,
    leftOut
  }
}

type ToolboxSettings = Readonly<Record<string, unknown>>

const nothingSet: { readonly settings: ToolboxSettings; readonly leftOut: ReadonlyArray<LeftOut> } = {
  settings: {},
  leftOut: []
}

/**
 * The selected tools of a toolbox, for `openGate`.
 *
 * ```ts
 * import type { ChosenTools, Toolbox } from "toolgate/config"
 *
 * export const numbers = (toolbox: Toolbox): ChosenTools => ({ ...toolbox, tools: ["calculate", "statistics"] })
 * ```
 */
export interface ChosenTools extends Toolbox {
  /** Names of the selected tools. If a catalogue, a plugin or the app has a tool of the same name, that tool is used instead. */
  readonly tools: ReadonlyArray<string>
  /** Names of more tools, selected only if a catalogue annotates them. */
  readonly annotated?: ReadonlyArray<string>
}

/**
 * Splits the selected tools of a toolbox, as `openGate` does. `annotated` tools must be known before the catalogues are loaded. `further`
 * tools are registered last, so that a catalogue's or plugin's tool takes precedence.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { toolboxEntries } from "@toolgate/toolbox"
 * import { chosenTools, readToolbox } from "toolgate/config"
 *
 * const toolbox = await readToolbox({ entries: toolboxEntries })
 * const { annotated, further } = await chosenTools({ ...toolbox, tools: ["calculate"] })
 * assert.deepEqual(
 *   further.map(({ name }) => name),
 *   ["calculate"]
 * )
 * // No catalogue changes this tool.
 * assert.deepEqual(annotated, [])
 * ```
 */
export const chosenTools = async (
  { toolsOf, tools: wanted, annotated = [] }: ChosenTools,
  catalogue: string | ReadonlyArray<string> = [],
  start?: StartAgent
): Promise<{ readonly annotated: ReadonlyArray<Tool>; readonly further: ReadonlyArray<Tool> }> => {
  const catalogues = typeof catalogue === "string" ? [catalogue] : catalogue
  const names = catalogues.length === 0 ? [] : (await import("@toolgate/catalogue")).listAnnotatedNames(catalogues)
  const early = [...wanted, ...annotated].filter((name) => names.includes(name))
  const tools = await toolsOf([...wanted, ...early], start)
  const isEarly = ({ name }: Tool) => early.includes(name)
  return { annotated: tools.filter(isEarly), further: tools.filter((tool) => !isEarly(tool)) }
}

/**
 * Registers those tools whose names are still free.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import * as Effect from "effect/Effect"
 * import { builtins, createToolgate, shell } from "toolgate"
 * import { addUntaken } from "toolgate/config"
 * import { partsOf } from "toolgate/effect"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * // `read_file` is already there, and stays as it is.
 * await Effect.runPromiseWith(partsOf(gate).services)(addUntaken([...builtins(), shell]))
 * assert.deepEqual(
 *   gate.tools.list().map(({ name }) => name),
 *   ["read_file", "write_file", "patch_file", "list_dir", "shell"]
 * )
 * ```
 */
export const addUntaken = (tools: ReadonlyArray<Tool>): Effect.Effect<void, ToolRegistrationError, ToolRegistry> =>
  Effect.flatMap(ToolRegistry, (registry) =>
    Effect.forEach(tools, (tool) => (registry.has(tool.name) ? Effect.void : registry.add(tool)), { discard: true })
  )

/** Resolves the paths of agents against a folder. */
const agentsFrom = (folder: string, agents: AgentsChoice): AgentsChoice =>
  Object.fromEntries(
    Object.entries(agents).map(([name, { policy, confinement, ...agent }]) => [
      name,
      {
        ...agent,
        ...(policy === undefined ? {} : { policy: resolve(folder, policy) }),
        ...(confinement === undefined ? {} : { confinement: seenFrom(folder, confinement) })
      }
    ])
  )

const seenFrom = (folder: string, confinement: NonNullable<AgentsChoice[string]["confinement"]>) =>
  confinement === "none" || confinement.files === undefined
    ? confinement
    : { ...confinement, files: confinement.files.map((one) => ({ ...one, path: resolve(folder, one.path) })) }

const readSettings = async (
  path: string,
  names: ReadonlyArray<string>,
  load: (name: string) => Promise<LoadedEntry>
) => {
  const name = escapeUnprintable(path)
  const file = readTextFile(path, "settings of the toolbox")
  if ("fault" in file) throw ToolboxSettingsInvalid.of({ problems: [{ source: name, message: file.fault }], more: 0 })
  const reading = new FileReading({ name, what: "settings of the toolbox", least: "version: 1" })
  const loaded = await Promise.all(names.map(async (name) => [name, await load(name)] as const))
  const settings = readYaml(file.text, fileShape(loaded), reading)
  if (settings === undefined) throw ToolboxSettingsInvalid.of(reading.everyFault ?? { problems: [], more: 0 })
  return { settings, leftOut: reading.leftOut }
}

const fileShape = (loaded: ReadonlyArray<readonly [string, LoadedEntry]>): Shape<ToolboxSettings> => {
  const sections = loaded.flatMap(([name, { settings, make }]) =>
    settings === undefined
      ? []
      : [
          [
            name,
            {
              shape: leavable(
                name,
                taken(makeSettingsShape(settings as SettingsSchema, `the section "${name}"`), make)
              ),
              description: `The settings of the entry "${name}".`,
              absent: "nothing is set"
            }
          ] as const
        ]
  )
  const version = { shape: theVersion, description: "The version of this file's format.", absent: undefined }
  return recordOf(
    "the file of settings",
    { version, ...Object.fromEntries(sections) },
    ({ version: _, ...given }) => given
  )
}

/** Makes an invalid section optional, so that the other sections are still read. */
const leavable = (name: string, shape: Shape<unknown>): Shape<unknown> => ({
  ...shape,
  read: (entry, reading) => {
    const settings = shape.read(entry, reading)
    return reading.leaveOut("section", name, [{ at: entry.at, end: entry.end ?? entry.at }]) ? {} : settings
  }
})

/** Adds the entry's own validation to a shape. The entry reports a problem with a `TypeError`. */
const taken = (shape: Shape<unknown>, make: LoadedEntry["make"]): Shape<unknown> => ({
  ...shape,
  read: (entry, reading) => {
    const settings = shape.read(entry, reading)
    if (settings === undefined) return undefined
    try {
      make(settings)
      return settings
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause
      const { message } = cause
      return reading.fault(
        placeOf(message, entry),
        () => `the section ${entry.label} cannot be used: ${message.replace(/\.$/, "")}`
      )
    }
  }
})

/** Finds the position of the setting that a message quotes first, or of the section if that setting is missing. */
const placeOf = (message: string, { at, node }: LocatedValue): number => {
  const entries = node.kind === "map" ? node.entries : []
  for (const [, name] of message.matchAll(/"([^"]*)"/g)) {
    const named = entries.find(({ key }) => key === name)
    if (named !== undefined) return named.value.at
  }
  return at
}

const theVersion: Shape<1> = {
  type: "1",
  schema: { const: 1 },
  beneath: [],
  read: ({ node }, reading) =>
    node.kind === "scalar" && node.value === 1 ? 1 : reading.fault(node.at, () => `"version" must be 1`)
}
