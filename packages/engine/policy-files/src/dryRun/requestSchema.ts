import {
  type JsonObject,
  type PermissionType,
  sideEffectClasses,
  sideEffects,
  type Tool,
  type ToolRisk
} from "@toolgate/core"

const risks: ReadonlyArray<ToolRisk> = ["SAFE", "LOW", "MEDIUM", "HIGH", "CRITICAL"]
const permissions: ReadonlyArray<PermissionType> = ["network", "filesystem", "shell", "compute"]
const callers: Tool["callers"] = ["direct", "chain"]

const record = (properties: JsonObject, required: ReadonlyArray<string> = []): JsonObject => ({
  type: "object",
  additionalProperties: false,
  required: [...required],
  properties
})

const listOf = (items: JsonObject): JsonObject => ({ type: "array", items })
const oneOf = (names: ReadonlyArray<string>): JsonObject => ({ type: "string", enum: [...names] })
const text: JsonObject = { type: "string" }
const name: JsonObject = { type: "string", minLength: 1, maxLength: 256 }
const flag: JsonObject = { type: "boolean" }

const resource = record(
  {
    kind: oneOf(["file", "url", "shell", "argv", "command", "host"]),
    arg: text,
    argv: listOf(text),
    host: text,
    port: { type: "integer" },
    mode: oneOf(["r", "w", "rw"]),
    within: oneOf(["workspace", "host"]),
    fallback: text,
    absent: oneOf(["nothing"]),
    scope: oneOf(["tree"]),
    program: oneOf(["git"]),
    workspace: oneOf(["r"])
  },
  ["kind"]
)

/** The JSON Schema of a definition: a request's description of a tool that is not registered. */
export const definitionSchema: JsonObject = record(
  {
    side_effects: oneOf(sideEffectClasses),
    effects: listOf(oneOf(Object.keys(sideEffects))),
    resources: listOf(resource),
    category: text,
    risk: oneOf(risks),
    destructive: flag,
    escalates: flag,
    permission: oneOf(permissions),
    callers: listOf(oneOf(callers)),
    requires_capability: flag,
    aliases: listOf(text),
    parameters: { type: "object" }
  },
  ["side_effects"]
)

/**
 * The JSON Schema of a request to judge a call. Unknown keys are refused, because ignoring them could change the
 * meaning. The tool's own schema checks `args`.
 */
export const requestSchema: JsonObject = record(
  {
    tool: text,
    args: {},
    context: record({
      agent: name,
      role: name,
      task: name,
      session: name,
      read_only: flag,
      no_web: flag,
      workspace: text
    }),
    definition: definitionSchema
  },
  ["tool"]
)
