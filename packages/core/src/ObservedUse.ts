import type { Json } from "./json/Json.ts"

/**
 * A hosted tool's use, as reported by a model provider. The provider ran the tool on its machines: the gate neither ran
 * nor allowed it, and cannot check the report.
 */
export interface ObservedUse {
  /** The tool's name in the gate, if it was declared. */
  readonly tool?: string | undefined
  readonly id?: string | undefined
  /** The type of the item that reports the use, such as "web_search_call". */
  readonly type?: string | undefined
  /** The tool's name at the provider. */
  readonly name?: string | undefined
  /** The input, if the provider reports it. */
  readonly input?: Json | undefined
  /** Whether the use failed. Absent if the provider does not say. */
  readonly failed?: boolean | undefined
}

/**
 * Whether the gate knows the tool. `declared`: the gate allowed the hosted tool to be declared in this session.
 * `undeclared`: the gate has the tool, but did not declare it in this session. `unknown`: the gate has no such hosted
 * tool.
 */
export type Standing = "declared" | "undeclared" | "unknown"

/** Facts that the gate adds to the record of a use. */
export interface ObservedBy {
  readonly provider: string
  readonly standing: Standing
  /** The name and digest of the hosted tool, if the gate has it. */
  readonly tool?: { readonly name: string; readonly digest: string } | undefined
}
