import type { Json } from "./json/Json.ts"

/**
 * The use of a tool that the provider of a model reports. The provider ran the tool on its own machines: the gate neither ran nor
 * allowed the use, and knows only what the provider says.
 */
export interface ObservedUse {
  /** The name of the hosted tool in the gate, if it was declared. */
  readonly tool?: string | undefined
  /** The provider's id of the use. */
  readonly id?: string | undefined
  /** The type of the item that reports the use, such as "web_search_call". */
  readonly type?: string | undefined
  /** The name of the tool in the provider's words. */
  readonly name?: string | undefined
  /** The input of the use, as far as the provider reports it. */
  readonly input?: Json | undefined
  /** Whether the provider reports that the use failed. Absent if it says nothing. */
  readonly failed?: boolean | undefined
}

/**
 * The relation of a use to the gate. `declared`: the gate allowed the hosted tool to be declared in this session. `undeclared`: the
 * gate has such a hosted tool, and knows of no declaration in this session. `unknown`: the gate has no such hosted tool.
 */
export type Standing = "declared" | "undeclared" | "unknown"

/** The facts of the gate about a use that it records. */
export interface ObservedBy {
  readonly provider: string
  readonly standing: Standing
  /** The name of the hosted tool, and the digest of its definition, if the gate has it. */
  readonly tool?: { readonly name: string; readonly digest: string } | undefined
}
