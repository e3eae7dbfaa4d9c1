import type { PolicyConfig, PolicyLayer, ToolSelector } from "../PolicyConfig.ts"

/** A place of a policy that names tools: by a name, `*`, or `group:NAME`. */
export interface Mention {
  readonly text: string
  readonly source: string
  /** The key under which it stands, as in "rules.allow". */
  readonly where: string
  /** `allows`: it is there so that the tool can be called. */
  readonly purpose: "allows" | "denies" | "says"
}

/** Every place of a file that names tools, but its tests. */
export function* mentions({
  tools,
  groups,
  layers,
  agents,
  rules,
  confirmation,
  quotas
}: PolicyConfig): Generator<Mention> {
  const named = (text: string, source: string, where: string, purpose: Mention["purpose"] = "says"): Mention => ({
    text,
    source,
    where,
    purpose
  })
  const all = (selectors: ReadonlyArray<ToolSelector> | undefined, where: string, purpose: Mention["purpose"]) =>
    (selectors ?? []).map(({ text, source }) => named(text, source, where, purpose))
  for (const [name, { source }] of tools) yield named(name, source, "tools")
  for (const [name, { members }] of groups) yield* all(members, `groups.${name}`, "says")
  for (const [where, layer] of layersOf(layers)) {
    yield* all(layer.allow, `${where}.allow`, "allows")
    yield* all(layer.deny, `${where}.deny`, "denies")
    yield* all(layer.flat?.allowedTools?.selectors, `${where}.allowed_tools`, "allows")
    yield* all(layer.flat?.forbiddenTools, `${where}.forbidden_tools`, "denies")
  }
  for (const [name, agent] of agents ?? []) yield* all(agent.tools, `agents.${name}.tools`, "allows")
  for (const effect of ["deny", "ask", "allow"] as const)
    for (const { tool, source } of rules[effect])
      yield named(tool, source, `rules.${effect}`, effect === "deny" ? "denies" : "allows")
  for (const [name, { source }] of confirmation?.perTool ?? []) yield named(name, source, "tool_confirmation.per_tool")
  for (const [name, { source }] of quotas) yield named(name, source, "quotas")
}

/** The layers of a file, each with the key under which it stands. */
export function* layersOf({ global, roles, tasks }: PolicyConfig["layers"]): Generator<readonly [string, PolicyLayer]> {
  if (global !== undefined) yield ["layers.global", global]
  for (const [name, layer] of roles ?? []) yield [`layers.roles.${name}`, layer]
  for (const [name, layer] of tasks ?? []) yield [`layers.tasks.${name}`, layer]
}

/** Whether a selector is the name of one tool. */
export const isToolName = (text: string): boolean => text !== "*" && !text.startsWith("group:")
