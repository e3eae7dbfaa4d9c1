import type { SideEffect, SideEffectClass, ToolRisk } from "./words.ts"

/** Declares the resources of a tool's calls: named by an argument, the command that runs, or a host. */
export type ResourceDeclaration =
  | {
      readonly kind: "file"
      readonly arg: string
      readonly mode: "r" | "w" | "rw"
      readonly within: "workspace" | "host"
      readonly fallback?: string
      readonly absent?: "nothing"
      readonly scope?: "tree"
      readonly program?: "git"
    }
  | { readonly kind: "url"; readonly arg: string; readonly fallback?: string }
  | { readonly kind: "shell"; readonly arg: string }
  | { readonly kind: "argv"; readonly arg: string }
  | { readonly kind: "command"; readonly argv: ReadonlyArray<string>; readonly workspace?: "r" }
  | { readonly kind: "host"; readonly host: string; readonly port: number }

interface Described {
  readonly recipe?: { readonly [name: string]: unknown }
  readonly files?: ReadonlyArray<{ readonly path: string; readonly content: string }>
}

/** The description of an implementation. */
export type ToolImplementation =
  | ({ readonly kind: "function" } & Described)
  | ({ readonly kind: "command"; readonly argv: ReadonlyArray<string> } & Described)
  | ({ readonly kind: "wasm" } & Described)
  | ({ readonly kind: "script" } & Described)
  | { readonly kind: "provider"; readonly specs: { readonly [name: string]: unknown } }

/** The definition of a tool. */
export interface ToolDefinition {
  readonly name: string
  /** The provider of the tool; null for the app's own tools. */
  readonly owner: string | null
  readonly aliases: ReadonlyArray<string>
  readonly title: string | null
  readonly description: string
  /** The JSON Schema of the arguments. */
  readonly parameters: unknown
  /** The JSON Schema of a structured result; null if there is none. */
  readonly output: unknown
  readonly schemas: "portable" | "full" | "partial"
  readonly sideEffects: SideEffectClass
  readonly effects: ReadonlyArray<SideEffect>
  readonly destructive: boolean
  readonly risk: ToolRisk
  readonly category: string | null
  readonly permission: "network" | "filesystem" | "shell" | "compute" | null
  readonly resources: ReadonlyArray<ResourceDeclaration>
  readonly requiresWorkspace: boolean
  readonly requiresCapability: boolean
  readonly timeoutMs: number
  readonly callers: ReadonlyArray<"direct" | "chain">
  readonly escalates?: boolean
  readonly lazySchema: boolean
  readonly implementations: ReadonlyArray<ToolImplementation>
}

/** A provider in whose form tools are declared. */
export type Provider = "anthropic" | "openai-chat" | "openai-responses" | "gemini"
