import type { PolicyConfig, PolicyLayer, ToolSelector } from "./PolicyConfig.ts"

/** An entry of a policy that names tools: by a name, `*`, or `group:NAME`. */
export interface ToolReference {
  readonly text: string
  /** The whole entry. For a rule, the entry is its text with the pattern. */
  readonly entry: string
  /** The pattern of a rule that has one. */
  readonly pattern: string | undefined
  readonly source: string
  /** The key that contains the entry, such as "rules.allow". */
  readonly where: string
  /** The purpose of the entry. `allows`: the entry makes calls of the tool possible. */
  readonly purpose: "allows" | "denies" | "says"
  /** Whether the entry denies or asks. A misspelled name makes such an entry useless. */
  readonly guards: boolean
}

/**
 * Lists every entry in a file that names tools, except in the file's tests.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { listToolReferences } from "@toolgate/policy"
 * import { parsePolicy } from "@toolgate/policy-files"
 * import * as Effect from "effect/Effect"
 *
 * const config = Effect.runSync(parsePolicy('version: 1\nrules: { deny: ["shell(rm:*)"] }', "toolgate.yaml"))
 * const references = [...listToolReferences(config)].map(({ text, where, guards }) => [text, where, guards])
 * assert.deepEqual(references, [["shell", "rules.deny", true]])
 * ```
 */
export function* listToolReferences(config: PolicyConfig): Generator<ToolReference> {
  const { tools, groups, layers, agents, rules, confirmation, quotas } = config
  for (const [name, { source, allowed }] of tools) yield mention(name, source, "tools", { guards: !allowed })
  for (const [name, { members }] of groups) yield* list(members, `groups.${name}`)
  for (const [where, layer] of listLayers(layers)) {
    yield* list(layer.allow, `${where}.allow`, allows)
    yield* list(layer.deny, `${where}.deny`, denies)
    yield* list(layer.flat?.allowedTools?.selectors, `${where}.allowed_tools`, allows)
    yield* list(layer.flat?.forbiddenTools, `${where}.forbidden_tools`, denies)
  }
  for (const [name, agent] of agents ?? []) yield* list(agent.tools, `agents.${name}.tools`, allows)
  for (const effect of ["deny", "ask", "allow"] as const)
    for (const { tool, source, text, pattern } of rules[effect]) {
      const purpose = effect === "deny" ? "denies" : "allows"
      yield { text: tool, entry: text, pattern, source, where: `rules.${effect}`, purpose, guards: effect !== "allow" }
    }
  for (const [name, { mode, source }] of confirmation?.perTool ?? [])
    yield mention(name, source, "tool_confirmation.per_tool", { guards: mode !== "auto" })
  for (const [name, { source }] of quotas) yield mention(name, source, "quotas")
}

type Kind = Partial<Pick<ToolReference, "purpose" | "guards">>

const allows: Kind = { purpose: "allows" }
const denies: Kind = { purpose: "denies", guards: true }

const mention = (
  text: string,
  source: string,
  where: string,
  { purpose = "says", guards = false }: Kind = {}
): ToolReference => ({ text, entry: text, pattern: undefined, source, where, purpose, guards })

const list = (selectors: ReadonlyArray<ToolSelector> | undefined, where: string, kind?: Kind) =>
  (selectors ?? []).map(({ text, source }) => mention(text, source, where, kind))

/**
 * Returns the layers of a file, each with the key under which it stands.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { listLayers } from "@toolgate/policy"
 * import { parsePolicy } from "@toolgate/policy-files"
 * import * as Effect from "effect/Effect"
 *
 * const text = "version: 1\nlayers: { global: { read_only: true }, roles: { writer: {} } }"
 * const { layers } = Effect.runSync(parsePolicy(text, "toolgate.yaml"))
 * assert.deepEqual(
 *   [...listLayers(layers)].map(([where]) => where),
 *   ["layers.global", "layers.roles.writer"]
 * )
 * ```
 */
export function* listLayers({
  global,
  roles,
  tasks
}: PolicyConfig["layers"]): Generator<readonly [string, PolicyLayer]> {
  if (global !== undefined) yield ["layers.global", global]
  for (const [name, layer] of roles ?? []) yield [`layers.roles.${name}`, layer]
  for (const [name, layer] of tasks ?? []) yield [`layers.tasks.${name}`, layer]
}
