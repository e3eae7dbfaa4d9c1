import Type from "typebox"
import { FileContent } from "./FileContent.ts"
import { allowNull, closed, type Form } from "./Form.ts"
import { FileMode, PermissionType, SideEffect, SideEffectClass, ToolRisk } from "./words.ts"

/** Declares the resources of a tool's calls: named by an argument, the command that runs, or a host. */
export const ResourceDeclaration = Type.Union([
  closed({
    kind: Type.Literal("file"),
    arg: Type.String(),
    mode: FileMode,
    within: Type.Enum(["workspace", "host"]),
    fallback: Type.Optional(Type.String()),
    absent: Type.Optional(Type.Literal("nothing")),
    scope: Type.Optional(Type.Literal("tree")),
    program: Type.Optional(Type.Literal("git"))
  }),
  closed({ kind: Type.Literal("url"), arg: Type.String(), fallback: Type.Optional(Type.String()) }),
  closed({ kind: Type.Literal("shell"), arg: Type.String() }),
  closed({ kind: Type.Literal("argv"), arg: Type.String() }),
  closed({
    kind: Type.Literal("command"),
    argv: Type.Array(Type.String()),
    workspace: Type.Optional(Type.Literal("r"))
  }),
  closed({ kind: Type.Literal("host"), host: Type.String(), port: Type.Number({ minimum: 0 }) })
])

/** The description of an implementation, and its files with their contents. */
const described = {
  recipe: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  files: Type.Optional(Type.Array(FileContent))
}

/**
 * The definition of a tool, without its implementations. Every member is present, null where empty. Unknown members are
 * refused, because calls are judged by the definition.
 */
export const ToolDefinition = closed({
  name: Type.String(),
  /** The provider of the tool; null for the app's own tools. */
  owner: allowNull(Type.String()),
  aliases: Type.Array(Type.String()),
  title: allowNull(Type.String()),
  description: Type.String(),
  /** The JSON Schema of the arguments. */
  parameters: Type.Unknown(),
  /** The JSON Schema of a structured result. */
  output: allowNull(Type.Unknown()),
  schemas: Type.Enum(["portable", "full", "partial"]),
  sideEffects: SideEffectClass,
  effects: Type.Array(SideEffect),
  destructive: Type.Boolean(),
  risk: ToolRisk,
  category: allowNull(Type.String()),
  permission: allowNull(PermissionType),
  resources: Type.Array(ResourceDeclaration),
  requiresWorkspace: Type.Boolean(),
  requiresCapability: Type.Boolean(),
  timeoutMs: Type.Number({ minimum: 0 }),
  callers: Type.Array(Type.Enum(["direct", "chain"])),
  escalates: Type.Optional(Type.Boolean()),
  lazySchema: Type.Boolean(),
  /** The implementations as data. */
  implementations: Type.Array(
    Type.Union([
      closed({ kind: Type.Literal("function"), ...described }),
      closed({ kind: Type.Literal("command"), argv: Type.Array(Type.String()), ...described }),
      closed({ kind: Type.Literal("wasm"), ...described }),
      closed({ kind: Type.Literal("script"), ...described }),
      closed({ kind: Type.Literal("provider"), specs: Type.Record(Type.String(), Type.Unknown()) })
    ])
  )
})

export type ToolDefinition = Form<typeof ToolDefinition>
