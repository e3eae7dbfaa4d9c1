import type { PermissionType, SideEffectClass } from "@toolgate/core"
import { defaultConfirmation } from "@toolgate/policy"
import fc from "fast-check"
import { withoutSources } from "./ask.ts"

/** A value as a file writes it. */
export type Written = string | number | boolean | null | ReadonlyArray<Written> | ReadonlyMap<string, Written>

/** A part of a file, with its expected value. `undefined`: the part is left out. */
interface Part {
  readonly file: Written | undefined
  readonly config: unknown
}

const absent = (config: unknown = undefined) => fc.constant<Part>({ file: undefined, config })
const part = <A>(values: fc.Arbitrary<A>, file: (value: A) => Written, config: (value: A) => unknown) =>
  values.map((value): Part => ({ file: file(value), config: config(value) }))
const same = (values: fc.Arbitrary<Written>) =>
  part(
    values,
    (value) => value,
    (value) => value
  )
const orAbsent = (given: fc.Arbitrary<Part>, config?: unknown) => fc.oneof(given, absent(config))

const fileOf = (parts: Readonly<Record<string, Part>>): Written =>
  new Map(Object.entries(parts).flatMap(([key, { file }]) => (file === undefined ? [] : [[key, file] as const])))

const record = (
  keys: Readonly<Record<string, fc.Arbitrary<Part>>>,
  config: (read: Record<string, unknown>) => unknown
) =>
  fc.record(keys).map(
    (parts): Part => ({
      file: fileOf(parts),
      config: config(Object.fromEntries(Object.entries(parts).map(([key, each]) => [key, each.config])))
    })
  )

const mapOf = (names: fc.Arbitrary<string>, values: fc.Arbitrary<Part>) =>
  fc.uniqueArray(fc.tuple(names, values), { selector: ([name]) => name, maxLength: 4 }).map(
    (entries): Part => ({
      file: new Map(entries.map(([name, { file }]) => [name, file ?? null])),
      config: new Map(entries.map(([name, each]) => [name, each.config]))
    })
  )

const listOf = (items: fc.Arbitrary<Part>) =>
  fc.array(items, { maxLength: 4 }).map(
    (all): Part => ({
      file: all.map(({ file }) => file ?? null),
      config: all.map(({ config }) => config)
    })
  )

// The key of a YAML merge, which is refused without quotes.
const mergeKey = "<<"

const toolName = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_.-]{1,12}$/),
  fc.constantFrom("__proto__", "constructor", "true", "null", "1", "1e3", "no", "-", ".", "0x1F")
)
const freeName = fc.oneof(
  toolName,
  fc
    .string({ minLength: 1, unit: "grapheme" })
    .filter((name) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(name) && name !== mergeKey)
)
const selector = fc.oneof(toolName, fc.constantFrom("*", "group:read", "group:all"))
const selectors = listOf(
  part(
    selector,
    (text) => text,
    (text) => ({ text })
  )
)
const flag = same(fc.boolean())

const scaled = (units: Readonly<Record<string, number>>) =>
  part(
    fc.tuple(fc.integer({ min: 1, max: 500 }), fc.constantFrom(...Object.keys(units))),
    ([count, unit]) => `${count}${unit}`,
    ([count, unit]) => count * (units[unit] ?? 0)
  )
const duration = scaled({ ms: 1, s: 1000, m: 60_000, h: 3_600_000 })
const size = scaled({ B: 1, KB: 1e3, MB: 1e6, GB: 1e9, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 })
const unlimited = same(fc.constant("unlimited"))

const known = (read: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))

const chain = record(
  {
    max_tool_calls: orAbsent(same(fc.integer({ min: 0, max: 1000 }))),
    call_timeout: orAbsent(duration),
    total_timeout: orAbsent(duration),
    max_inline_result: orAbsent(size)
  },
  (read) =>
    known({
      chainCalls: read.max_tool_calls,
      chainCallMs: read.call_timeout,
      chainMs: read.total_timeout,
      chainInlineBytes: read.max_inline_result
    })
)

const limits = record(
  {
    wall_time: orAbsent(fc.oneof(duration, unlimited)),
    cpu_time: orAbsent(fc.oneof(duration, unlimited)),
    memory: orAbsent(fc.oneof(size, unlimited)),
    processes: orAbsent(fc.oneof(same(fc.integer({ min: 1, max: 1000 })), unlimited)),
    output: orAbsent(size),
    chain: orAbsent(chain, {})
  },
  (read) =>
    known({
      wallMs: read.wall_time,
      cpuMs: read.cpu_time,
      memoryBytes: read.memory,
      processes: read.processes,
      outputBytes: read.output,
      ...(read.chain as object | undefined)
    })
)

const hosts = listOf(
  part(
    fc.constantFrom("a.org", "*.a.org", "**.a.org:443", "[::1]", "**"),
    (text) => text,
    (text) => ({ text })
  )
)

const toolRule = record(
  {
    allowed: orAbsent(flag, true),
    sandbox: orAbsent(same(fc.constantFrom("host", "wasm", "microvm", "remote", "provider"))),
    limits: orAbsent(limits, {}),
    unconfined: orAbsent(
      part(
        fc.boolean(),
        (value) => value,
        (value) => ({ value })
      )
    ),
    env: orAbsent(
      listOf(
        part(
          fc.oneof(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/), fc.constantFrom("null", "true", "__proto__")),
          (text) => text,
          (text) => ({ text })
        )
      )
    ),
    path: orAbsent(
      listOf(
        part(
          fc.constantFrom("/opt/a/bin", "/b", "/c c"),
          (path) => path,
          (path) => ({ path })
        )
      )
    ),
    net: orAbsent(hosts)
  },
  (read) => read
)

const layer = record(
  {
    allow: orAbsent(selectors),
    deny: orAbsent(selectors, []),
    read_only: orAbsent(flag),
    no_web: orAbsent(flag),
    web_access: orAbsent(
      part(
        fc.boolean(),
        (value) => value,
        (value) => ({ value })
      )
    ),
    allowed_categories: orAbsent(listOf(same(freeName))),
    allowed_tools: orAbsent(selectors),
    forbidden_tools: orAbsent(selectors)
  },
  (read) => {
    const { web_access, allowed_categories: names, allowed_tools: tools, forbidden_tools } = read
    const isFlat = [web_access, names, tools, forbidden_tools].some((each) => each !== undefined)
    return {
      allow: read.allow,
      deny: read.deny,
      readOnly: read.read_only === true ? {} : undefined,
      noWeb: read.no_web === true ? {} : undefined,
      flat: isFlat
        ? {
            webAccess: web_access,
            allowedCategories: names && { names },
            allowedTools: tools && { selectors: tools },
            forbiddenTools: forbidden_tools ?? []
          }
        : undefined
    }
  }
)

const layers = record(
  { global: orAbsent(layer), roles: orAbsent(mapOf(freeName, layer)), tasks: orAbsent(mapOf(freeName, layer)) },
  (read) => read
)

const names = fc.array(
  fc
    .stringMatching(/^[^*/\\~]{1,8}$/)
    .filter((name) => name !== "." && name !== ".." && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name)),
  { maxLength: 3 }
)
const path = part(
  fc.tuple(fc.constantFrom("/", "~/", "//./"), names, fc.constantFrom("", "/", "/.")),
  ([root, rest, end]) => `${root}${rest.join("/")}${end}`,
  ([root, rest]) => (root === "~/" ? ["/home/me", ...rest] : ["", ...rest]).join("/") || "/"
)
const sourcedPath = path.map(({ file, config }): Part => ({ file, config: { path: config } }))

const agent = record(
  {
    tools: orAbsent(selectors),
    fs: orAbsent(listOf(record({ path, mode: same(fc.constantFrom("r", "w", "rw")) }, (read) => read))),
    net: orAbsent(hosts)
  },
  (read) => ({ role: undefined, ...read })
)

const permission = record(
  {
    description: orAbsent(same(freeName)),
    requires_approval: orAbsent(flag, false),
    allowed_paths: orAbsent(listOf(sourcedPath))
  },
  (read) => ({ requiresApproval: read.requires_approval, allowedPaths: read.allowed_paths })
)
const permissionType = fc.constantFrom<PermissionType>("network", "filesystem", "shell", "compute")

const pattern = fc.string({ minLength: 1 }).filter((text) => !text.startsWith("~"))
const rule = fc.oneof(
  part(
    selector,
    (text) => text,
    (text) => ({ text, tool: text, pattern: undefined })
  ),
  part(
    fc.tuple(selector, pattern),
    ([tool, text]) => `${tool}(${text})`,
    ([tool, text]) => ({ text: `${tool}(${text})`, tool, pattern: text })
  ),
  part(
    fc.tuple(selector, pattern),
    ([tool, text]) => `${tool}(~/${text})`,
    ([tool, text]) => ({ text: `${tool}(~/${text})`, tool, pattern: `/home/me/${text}` })
  )
)
const rules = listOf(rule)

const protectedPatterns = listOf(
  fc
    .constantFrom([".husky", ".husky"], ["**/*.pem", "**/*.pem"], ["~/x y", "/home/me/x y"], ["/a\\*b/**", "/a\\*b/**"])
    .map(([text, pattern]): Part => ({ file: text, config: { text, pattern } }))
)

const mode = part(
  fc.constantFrom("auto", "prompt", "prompt_once", "deny"),
  (name) => name,
  (name) => ({ mode: name })
)
const className = fc.constantFrom<SideEffectClass>("NONE", "READ", "WRITE", "EXECUTE", "NETWORK")
const modes = mapOf(className, mode)
const defaults = withoutSources(defaultConfirmation) as Record<string, unknown>

const confirmation = record(
  {
    default: orAbsent(modes),
    per_tool: orAbsent(mapOf(toolName, mode), new Map()),
    per_session: orAbsent(mapOf(freeName, modes), new Map()),
    sessions_may_loosen: orAbsent(flag, false),
    trusted_workspaces: orAbsent(listOf(sourcedPath), []),
    trusted_workspace_overrides: orAbsent(modes, new Map())
  },
  (read) => ({
    default: { ...(defaults.default as object), ...Object.fromEntries((read.default as Map<string, unknown>) ?? []) },
    perTool: read.per_tool,
    perSession: read.per_session,
    sessionsMayLoosen: read.sessions_may_loosen,
    trustedWorkspaces: read.trusted_workspaces,
    trustedOverrides: read.trusted_workspace_overrides
  })
)

const calls = orAbsent(same(fc.nat({ max: 1000 })))
const quota = record({ per_session: calls, per_agent: calls, per_minute: calls }, (read) => ({
  perSession: read.per_session,
  perAgent: read.per_agent,
  perMinute: read.per_minute
}))

const json = part(
  fc
    .dictionary(
      fc.string({ minLength: 1 }).filter((key) => key.trim() === key),
      // The value comes from JSON, which has no -0.
      fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value))),
      {
        maxKeys: 3,
        noNullPrototype: true
      }
    )
    .filter((value) => !JSON.stringify(value).includes(`"${mergeKey}"`)),
  (value) => asWritten(value),
  (value) => value
)

const asWritten = (value: unknown): Written => {
  if (Array.isArray(value)) return value.map(asWritten)
  if (typeof value === "object" && value !== null)
    return new Map(Object.entries(value).map(([key, each]) => [key, asWritten(each)]))
  return value as Written
}

const context = record(
  {
    agent: orAbsent(same(freeName)),
    role: orAbsent(same(freeName)),
    task: orAbsent(same(freeName)),
    session: orAbsent(same(freeName)),
    read_only: orAbsent(flag),
    no_web: orAbsent(flag),
    workspace: orAbsent(path)
  },
  ({ read_only, no_web, ...rest }) => known({ ...rest, readOnly: read_only, noWeb: no_web })
)
const test = record(
  {
    call: record(
      { tool: same(toolName), args: orAbsent(json, {}), context: orAbsent(context, {}), definition: orAbsent(json) },
      (read) => read
    ),
    expect: same(fc.constantFrom("allow", "ask", "deny"))
  },
  (read) => read
)

/** A policy file of version 1, and its expected configuration, without positions. */
export const written: fc.Arbitrary<{ readonly file: Written; readonly config: unknown }> = record(
  {
    version: same(fc.constant(1)),
    default: orAbsent(toolRule),
    tools: orAbsent(mapOf(toolName, toolRule), new Map()),
    groups: orAbsent(
      mapOf(
        toolName.map((name) => `my-${name}`),
        selectors.map(({ file, config }): Part => ({ file, config: { members: config } }))
      ),
      new Map()
    ),
    layers: orAbsent(layers, { global: undefined, roles: undefined, tasks: undefined }),
    agents: orAbsent(mapOf(freeName, agent)),
    permissions: orAbsent(mapOf(permissionType, permission), new Map()),
    rules: orAbsent(
      record({ deny: orAbsent(rules, []), ask: orAbsent(rules, []), allow: orAbsent(rules, []) }, (read) => read),
      { deny: [], ask: [], allow: [] }
    ),
    protected: orAbsent(protectedPatterns, []),
    unprotected: orAbsent(protectedPatterns, []),
    secrets: orAbsent(protectedPatterns, []),
    not_secrets: orAbsent(protectedPatterns, []),
    tool_confirmation: orAbsent(confirmation, defaults),
    quotas: orAbsent(mapOf(toolName, quota), new Map()),
    tests: orAbsent(listOf(test), [])
  },
  ({ version: _version, tool_confirmation, protected: more, unprotected, secrets, not_secrets, ...rest }) => ({
    name: "p.yaml",
    ...rest,
    protectedPaths: more,
    unprotectedPaths: unprotected,
    secretPaths: secrets,
    notSecretPaths: not_secrets,
    confirmation: tool_confirmation
  })
).map(({ file, config }) => ({ file: file ?? null, config }))
