import type { FileMode, ResourceLimits, SandboxName, SideEffectClass } from "@toolgate/core"
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml"
import { fillModes } from "../src/config/defaultConfig.ts"
import type { ConfirmationMode } from "../src/config/PolicyConfig.ts"
import {
  defaultConfig,
  type PolicyConfig,
  type PolicyLayer,
  parseRule,
  type Rule,
  type ToolRule
} from "../src/index.ts"

/**
 * Returns the configuration that a text describes. The text has the keys of a policy file, without its first line.
 * Nothing is validated, because reading files is the work of another package, which depends on this one. `isFirst`: no
 * file precedes this one.
 */
export const configOf = (text: string, { isFirst = true } = {}): PolicyConfig => {
  const lines = new LineCounter()
  const { contents } = parseDocument(`version: 1\n${text}`, { lineCounter: lines })
  const place = (at: number): string => {
    const { line, col } = lines.linePos(at)
    return `p.yaml:${line}:${col}`
  }
  return whole(isFirst)(entryOf(contents, 0, place))
}

/** An entry at a key or in a list. */
interface Entry {
  readonly source: string
  readonly value: Scalar | ReadonlyArray<Entry> | ReadonlyMap<string, Entry>
}

type Scalar = string | number | boolean | null

type Read<A> = (entry: Entry) => A

const entryOf = (node: unknown, at: number, place: (at: number) => string): Entry => {
  const source = place(at)
  if (isSeq(node)) {
    const items = node.items.map((item) =>
      entryOf(item, isMap(item) || isSeq(item) || isScalar(item) ? (item.range?.[0] ?? at) : at, place)
    )
    return { source, value: items }
  }
  if (!isMap(node)) return { source, value: isScalar(node) ? (node.value as Scalar) : null }
  const entries = node.items.map(({ key, value }) => {
    if (!isScalar(key)) throw new Error("A key must be text.")
    return [String(key.source ?? key.value), entryOf(value, key.range?.[0] ?? at, place)] as const
  })
  return { source, value: new Map(entries) }
}

const as =
  <A extends Scalar>(): Read<A> =>
  ({ value }) =>
    value as A

const flag = as<boolean>()
const count = as<number>()

const list =
  <A>(item: Read<A>): Read<ReadonlyArray<A>> =>
  ({ value }) =>
    (value as ReadonlyArray<Entry>).map(item)

const map =
  <A>(each: Read<A>): Read<ReadonlyMap<string, A>> =>
  ({ value }) =>
    new Map([...(value as ReadonlyMap<string, Entry>)].map(([name, entry]) => [name, each(entry)]))

type Key = <A>(name: string, read: Read<A>) => A | undefined

/** Reads a map by the keys that `make` requests. Any other key is a mistake in the test. */
const record =
  <A>(make: (key: Key, source: string) => A): Read<A> =>
  ({ value, source }) => {
    const given = value as ReadonlyMap<string, Entry>
    const asked = new Set<string>()
    const made = make((name, read) => {
      asked.add(name)
      const entry = given.get(name)
      return entry === undefined ? undefined : read(entry)
    }, source)
    for (const name of given.keys()) if (!asked.has(name)) throw new Error(`There is no key "${name}" (${source}).`)
    return made
  }

const placed = ({ value, source }: Entry) => ({ text: value as string, source })
const path = ({ value, source }: Entry) => ({ path: value as string, source })
const switched = ({ value, source }: Entry) => ({ value: value as boolean, source })
const mode = ({ value, source }: Entry) => ({ mode: value as ConfirmationMode, source })
const texts = list(placed)
const modes = map(mode) as Read<ReadonlyMap<SideEffectClass, ReturnType<typeof mode>>>
const inHome = (pattern: string): string => pattern.replace(/^~(?=$|\/)/, "/home/me")

const rule: Read<Rule> = ({ value, source }) => {
  const text = value as string
  const parsed = parseRule(text)
  if (typeof parsed === "string") throw new Error(`The rule "${text}" ${parsed}.`)
  return { text, tool: parsed.tool, pattern: parsed.pattern === undefined ? undefined : inHome(parsed.pattern), source }
}

const units = { ms: 1, s: 1000, m: 60_000, B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 }

const quantity: Read<number | "unlimited"> = ({ value }) => {
  if (value === "unlimited" || typeof value === "number") return value
  const [, amount, unit] = /^(\d+)([A-Za-z]+)$/.exec(String(value)) ?? []
  return Number(amount) * units[unit as keyof typeof units]
}

const chain = record((key) => ({
  chainCalls: key("max_tool_calls", quantity),
  chainCallMs: key("call_timeout", quantity),
  chainMs: key("total_timeout", quantity),
  chainInlineBytes: key("max_inline_result", quantity)
}))

const limits = record((key): Partial<ResourceLimits> => {
  const given = {
    wallMs: key("wall_time", quantity),
    cpuMs: key("cpu_time", quantity),
    memoryBytes: key("memory", quantity),
    processes: key("processes", quantity),
    outputBytes: key("output", quantity),
    ...key("chain", chain)
  }
  return Object.fromEntries(Object.entries(given).filter(([, bound]) => bound !== undefined))
})

const toolRule = record(
  (key, source): ToolRule => ({
    allowed: key("allowed", flag) ?? true,
    sandbox: key("sandbox", as<SandboxName>()),
    limits: key("limits", limits) ?? {},
    unconfined: key("unconfined", switched),
    env: key("env", texts),
    path: key("path", list(path)),
    net: key("net", texts),
    source
  })
)

const layer = record((key, source): PolicyLayer => {
  const flat = {
    webAccess: key("web_access", switched),
    allowedCategories: key("allowed_categories", (entry) => ({
      names: list(as<string>())(entry),
      source: entry.source
    })),
    allowedTools: key("allowed_tools", (entry) => ({ selectors: texts(entry), source: entry.source })),
    forbiddenTools: key("forbidden_tools", texts)
  }
  const on = (entry: Entry) => (entry.value === true ? { source: entry.source } : undefined)
  return {
    allow: key("allow", texts),
    deny: key("deny", texts) ?? [],
    readOnly: key("read_only", on),
    noWeb: key("no_web", on),
    flat: Object.values(flat).every((given) => given === undefined)
      ? undefined
      : { ...flat, forbiddenTools: flat.forbiddenTools ?? [] },
    source
  }
})

const agent = record((key, source) => ({
  role: key("role", as<string>()),
  tools: key("tools", texts),
  fs: key(
    "fs",
    list(
      record((each, at) => ({
        path: each("path", as<string>()) ?? "",
        mode: each("mode", as<FileMode>()) ?? "r",
        source: at
      }))
    )
  ),
  net: key("net", texts),
  source
}))

const permission = record((key, source) => ({
  requiresApproval: key("requires_approval", flag) ?? false,
  allowedPaths: key("allowed_paths", list(path)),
  source
}))

const quota = record((key, source) => ({
  perSession: key("per_session", count),
  perAgent: key("per_agent", count),
  perMinute: key("per_minute", count),
  source
}))

const confirmation = (isFirst: boolean) =>
  record((key, source) => ({
    default: fillModes(key("default", modes) ?? new Map(), isFirst),
    perTool: key("per_tool", map(mode)) ?? new Map(),
    perSession: key("per_session", map(modes)) ?? new Map(),
    sessionsMayLoosen: key("sessions_may_loosen", flag) ?? false,
    trustedWorkspaces: key("trusted_workspaces", list(path)) ?? [],
    trustedOverrides: key("trusted_workspace_overrides", modes) ?? new Map(),
    source
  }))

const patterns = list(({ value, source }) => ({ text: value as string, pattern: inHome(value as string), source }))

const whole = (isFirst: boolean) =>
  record((key): PolicyConfig => {
    key("version", count)
    const harmlessVariables = (entry: Entry) => ({ harmlessVariables: texts(entry) })
    return {
      name: "p.yaml",
      default: key("default", toolRule),
      tools: key("tools", map(toolRule)) ?? defaultConfig.tools,
      groups:
        key(
          "groups",
          map((entry) => ({ members: texts(entry), source: entry.source }))
        ) ?? defaultConfig.groups,
      layers:
        key(
          "layers",
          record((each) => ({
            global: each("global", layer),
            roles: each("roles", map(layer)),
            tasks: each("tasks", map(layer))
          }))
        ) ?? defaultConfig.layers,
      agents: key("agents", map(agent)),
      permissions: (key("permissions", map(permission)) ?? new Map()) as PolicyConfig["permissions"],
      rules:
        key(
          "rules",
          record((each) => ({
            deny: each("deny", list(rule)) ?? [],
            ask: each("ask", list(rule)) ?? [],
            allow: each("allow", list(rule)) ?? [],
            ...each("harmless_variables", harmlessVariables)
          }))
        ) ?? defaultConfig.rules,
      protectedPaths: key("protected", patterns) ?? [],
      unprotectedPaths: key("unprotected", patterns) ?? [],
      secretPaths: key("secrets", patterns) ?? [],
      notSecretPaths: key("not_secrets", patterns) ?? [],
      confirmation:
        key("tool_confirmation", confirmation(isFirst)) ?? (isFirst ? defaultConfig.confirmation : undefined),
      quotas: key("quotas", map(quota)) ?? defaultConfig.quotas,
      tests: []
    }
  })
