import type { Json } from "./Json.ts"

/** A text that takes the place of a policy file for one request. It never comes into force. */
export interface PolicyDraft {
  readonly text: string
  /** The file whose place the text takes. Default: the narrowest file. */
  readonly file?: string
}

/** A call that is judged and never made. */
export interface JudgedCall {
  readonly tool: string
  readonly args?: Json
  /** The arguments as JSON text. */
  readonly argsText?: string
  readonly agent?: string
  readonly role?: string
  readonly task?: string
  readonly session?: string
  readonly onBehalfOf?: string
  readonly readOnly?: boolean
  readonly noWeb?: boolean
  /** The absolute path of a folder. Default: the server's own. */
  readonly workspace?: string
  readonly draft?: PolicyDraft
}

/** What `toolgate policy lint --json` prints. */
export interface LintedPolicy {
  readonly errors: number
  readonly warnings: number
  readonly notes: number
  readonly findings: ReadonlyArray<{
    readonly source: string
    readonly level: "error" | "warning" | "note"
    readonly code: string
    readonly message: string
  }>
}

/** What `toolgate policy test --json` prints. */
export interface TestedPolicy {
  readonly passed: number
  readonly failed: number
  readonly tests: ReadonlyArray<{
    readonly source: string
    readonly passed: boolean
    readonly expected: string
    readonly got: string
    readonly verdict: Json
  }>
}

/** The policy that is in force after its files were loaded again. */
export interface ReloadedPolicy {
  readonly digest: string
  /** The digest that was in force before. */
  readonly before: string
  readonly files: ReadonlyArray<string>
}
