import { dirname, resolve } from "node:path"
import { escapeUnprintable, type Tool, type ToolRegistrationError, ToolRegistry } from "@toolgate/core"
import { type Entry, type LeftOut, Reading, readTextFile, readYaml, recordOf, type Shape } from "@toolgate/yaml-reading"
import * as Effect from "effect/Effect"
import type { TSchema } from "typebox"
import type { AgentRequest } from "../AgentOptions.ts"
import type { AgentsChoice } from "../agentsChoice.ts"
import type { StartedRunner } from "../RunnerOptions.ts"
import { type SettingsSchema, settingsShape } from "./settingsShape.ts"
import { ToolboxSettingsInvalid } from "./ToolboxSettingsInvalid.ts"

/**
 * A part of a toolbox: the names of its tools, which are known before it is loaded.
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

/** Starts an agent of the gate, as `startAgent` does. */
export type StartAgent = (request: AgentRequest) => Promise<StartedRunner>

/**
 * A part of a toolbox that was loaded.
 *
 * ```ts
 * import { type LoadedEntry } from "toolgate/config"
 *
 * export const nothing: LoadedEntry = { make: () => [] }
 * ```
 */
export interface LoadedEntry {
  /** The schema of the entry's section in a file of settings. Absent: there is nothing to set. */
  readonly settings?: TSchema
  /** Makes the entry's tools. `settings` is a value of the schema. `start` starts an agent, if there is a gate that can. */
  readonly make: (settings?: unknown, start?: StartAgent) => ReadonlyArray<Tool>
  /** Returns the agents that the entry's tools start. */
  readonly agents?: (settings: unknown) => AgentsChoice
}

/** The parts of a toolbox, and the file of their settings. */
interface ToolboxOptions {
  readonly entries: Readonly<Record<string, ToolboxEntry>>
  /** The path of a file in YAML, with a section for each entry that has settings. Without it, nothing is set. */
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
  /** Returns the tools of these names. Only their entries are loaded. Names that no entry has are passed over. */
  readonly toolsOf: (names: ReadonlyArray<string>, start?: StartAgent) => Promise<ReadonlyArray<Tool>>
  /** Returns the agents that the tools of these names start. */
  readonly agentsOf: (names: ReadonlyArray<string>) => Promise<AgentsChoice>
  /** The path of the file of settings, which no call of a gate may change. */
  readonly file: string | undefined
  /** The sections of the file with a mistake. The tools of their entries are not there. */
  readonly leftOut: ReadonlyArray<LeftOut>
}

/**
 * Reads the settings of a toolbox. The whole file is checked, so that a mistake in it is found by the first call and not by the first call of
 * the tool that it is about. A section with a mistake is left out: the tools of its entry are not offered, because the defaults may allow
 * what the section forbids. Rejects with `ToolboxSettingsInvalid` if the file cannot be used.
 *
 * ```ts
 * import { toolboxEntries } from "@toolgate/toolbox"
 * import { openGate, readToolbox } from "toolgate/config"
 *
 * const toolbox = await readToolbox({ entries: toolboxEntries })
 * await using gate = await openGate({ workspace: ".", toolbox: { ...toolbox, tools: toolboxEntries.math.tools } })
 * const { output } = await gate.dispatch({ id: "1", tool: "calculate", args: { expression: "2 * 21" } })
 * console.log(output.value)
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
 * The wanted tools of a toolbox, as `openGate` takes them.
 *
 * ```ts
 * import type { ChosenTools, Toolbox } from "toolgate/config"
 *
 * export const numbers = (toolbox: Toolbox): ChosenTools => ({ ...toolbox, tools: ["calculate", "statistics"] })
 * ```
 */
export interface ChosenTools extends Toolbox {
  /** The names of the tools that are wanted. A tool of a catalogue, a plugin or the app that has the name is used instead. */
  readonly tools: ReadonlyArray<string>
  /** The names of further tools, which are wanted if a catalogue annotates them. */
  readonly annotated?: ReadonlyArray<string>
}

/**
 * Returns the chosen tools of a toolbox: those that catalogues annotate, which have to be known when the catalogues are loaded, and the
 * further ones, which are registered last, so that a tool of a catalogue or of a plugin has the name if both want it. `openGate` does so.
 *
 * ```ts
 * import { type ChosenTools, chosenTools } from "toolgate/config"
 *
 * export const list = async (toolbox: ChosenTools) => {
 *   const { annotated, further } = await chosenTools(toolbox, "tools.yaml")
 *   return [...annotated, ...further].map(({ name }) => name)
 * }
 * ```
 */
export const chosenTools = async (
  { toolsOf, tools: wanted, annotated = [] }: ChosenTools,
  catalogue: string | ReadonlyArray<string> = [],
  start?: StartAgent
): Promise<{ readonly annotated: ReadonlyArray<Tool>; readonly further: ReadonlyArray<Tool> }> => {
  const catalogues = typeof catalogue === "string" ? [catalogue] : catalogue
  const names = catalogues.length === 0 ? [] : (await import("@toolgate/catalogue")).annotatedNames(catalogues)
  const early = [...wanted, ...annotated].filter((name) => names.includes(name))
  const tools = await toolsOf([...wanted, ...early], start)
  const isEarly = ({ name }: Tool) => early.includes(name)
  return { annotated: tools.filter(isEarly), further: tools.filter((tool) => !isEarly(tool)) }
}

/**
 * Registers tools whose names no other tool has.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { shell, type Toolgate } from "toolgate"
 * import { addUntaken } from "toolgate/config"
 * import { partsOf } from "toolgate/effect"
 *
 * export const addShell = (gate: Toolgate) => Effect.runPromiseWith(partsOf(gate).services)(addUntaken([shell]))
 * ```
 */
export const addUntaken = (tools: ReadonlyArray<Tool>): Effect.Effect<void, ToolRegistrationError, ToolRegistry> =>
  Effect.flatMap(ToolRegistry, (registry) =>
    Effect.forEach(tools, (tool) => (registry.has(tool.name) ? Effect.void : registry.add(tool)), { discard: true })
  )

/** Returns agents whose paths begin in a folder. */
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
  const reading = new Reading({ name, what: "settings of the toolbox", least: "version: 1" })
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
              shape: leavable(name, taken(settingsShape(settings as SettingsSchema, `the section "${name}"`), make)),
              description: `The settings of the entry "${name}".`,
              absent: "nothing is set"
            }
          ] as const
        ]
  )
  const version = { shape: theVersion, description: "The version of the form of this file.", absent: undefined }
  return recordOf(
    "the file of settings",
    { version, ...Object.fromEntries(sections) },
    ({ version: _, ...given }) => given
  )
}

/** Returns the shape of a section that keeps no other one out. Its value does not count if the section is left out. */
const leavable = (name: string, shape: Shape<unknown>): Shape<unknown> => ({
  ...shape,
  read: (entry, reading) => {
    const settings = shape.read(entry, reading)
    return reading.leaveOut("section", name, [{ at: entry.at, end: entry.end ?? entry.at }]) ? {} : settings
  }
})

/** Returns the shape of a section that the entry itself takes as well. It refuses one by a `TypeError`. */
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

/** Returns where the setting stands that a message names first, in double quotes; for one that is missing, where the section stands. */
const placeOf = (message: string, { at, node }: Entry): number => {
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
    node.kind === "scalar" && node.value === 1
      ? 1
      : reading.fault(node.at, () => `"version" has to be 1, the only one that there is`)
}
