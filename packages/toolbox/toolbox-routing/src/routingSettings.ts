import { type Static, Type } from "typebox"

const text = Type.String({ minLength: 1, maxLength: 4096 })

const confinement = Type.Union([
  Type.Literal("none"),
  Type.Object(
    {
      files: Type.Optional(
        Type.Array(Type.Object({ path: text, mode: Type.Enum(["r", "w", "rw"]) }, { additionalProperties: false }), {
          maxItems: 100,
          description: "Folders and files that the agent sees beside the system's, such as its own code."
        })
      ),
      network: Type.Optional(
        Type.Boolean({ description: "Whether the agent has full network access. Default: false." })
      )
    },
    { additionalProperties: false }
  )
])

const agent = Type.Object(
  {
    command: Type.Array(Type.String({ maxLength: 4096 }), {
      minItems: 1,
      maxItems: 100,
      description: "The program and its arguments, which no shell reads."
    }),
    policy: Type.Optional(
      Type.String({ minLength: 1, description: "The path of a policy file, which narrows what the agent may do." })
    ),
    workspace: Type.Optional(
      Type.String({
        minLength: 1,
        description: "The folder of the agent's calls: a path in the workspace of its caller."
      })
    ),
    confinement: Type.Optional(confinement),
    env: Type.Optional(
      Type.Array(text, { maxItems: 100, description: "The names of the variables that the agent gets. Default: none." })
    )
  },
  { additionalProperties: false }
)

/**
 * The schema of the routing tools' settings: the section `routing` of `toolbox.yaml`, and the options of
 * `routingTools`.
 */
export const routingSettings = Type.Object(
  {
    agents: Type.Optional(
      Type.Record(Type.String({ pattern: "^[A-Za-z0-9_.-]{1,128}$" }), agent, {
        description: "The agents that delegate starts, by name."
      })
    )
  },
  { additionalProperties: false }
)

/** The settings of the routing tools. A gate takes the same `agents` as its option. */
export type RoutingSettings = ReadOnly<Static<typeof routingSettings>>

/** Makes a type read-only at any depth, so that programs can write settings as constants. */
type ReadOnly<Value> =
  Value extends ReadonlyArray<infer One>
    ? ReadonlyArray<ReadOnly<One>>
    : Value extends object
      ? { readonly [Name in keyof Value]: ReadOnly<Value[Name]> }
      : Value
