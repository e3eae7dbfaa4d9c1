import type { ErrorClass, Executed, LimitName, Members, SideEffect } from "./words.ts"

/** Part of an output for the model. The contents of a file are text or Base64. */
export type ContentBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mediaType: string; readonly base64: string }
  | { readonly type: "audio"; readonly mediaType: string; readonly base64: string }
  | (FileBlock & { readonly text: string })
  | (FileBlock & { readonly base64: string })
  | { readonly type: "link"; readonly uri: string; readonly mediaType?: string; readonly title?: string }

interface FileBlock {
  readonly type: "file"
  readonly mediaType: string
  readonly uri?: string
  readonly name?: string
}

/** The output of a tool. */
export interface ToolOutput {
  readonly content: ReadonlyArray<ContentBlock>
  /** The structured result. */
  readonly value?: unknown
  readonly success: boolean
  readonly metadata: Members
  readonly filesModified?: ReadonlyArray<string>
  readonly commandExecuted?: string
}

/** The enforcement of each part of a grant, in one word each. */
export interface Enforcement {
  readonly wallMs: string
  readonly cpuMs: string
  readonly memoryBytes: string
  readonly processes: string
  readonly outputBytes: string
  readonly access: string
  readonly files: string
  readonly syscalls: string
  /** The limits that the run reached, even if they did not end it. */
  readonly reached?: ReadonlyArray<LimitName>
  /** The limit that ended the run. */
  readonly endedBy?: LimitName
}

/** The reason why a call did not succeed. */
export interface CallError {
  readonly class: ErrorClass
  readonly slug: "tool_not_found" | "permission_denied" | "fs_denied" | "invalid_args" | "tool_failed"
  readonly message: string
  readonly details: Members
}

/** The answer to a call. */
export interface ToolExecution {
  readonly callId: string
  readonly toolName: string
  readonly arguments: Members | null
  readonly executed: Executed
  readonly success: boolean
  readonly output: ToolOutput
  readonly error: CallError | null
  /** In milliseconds: the time of running, and of waiting for a person or a slot before that. */
  readonly durationMs: number
  readonly waitedMs: number
  readonly sandbox: string | null
  readonly enforced: Enforcement | null
  /** The forms that the tool asked its caller to fill in. */
  readonly forms?: ReadonlyArray<{
    readonly kind: "form" | "url" | "prompt"
    readonly action: "accept" | "decline" | "cancel"
    readonly waitedMs: number
  }>
  /** Set if the call was deferred: the approval that it waits for. `expiresAt` is in milliseconds since the epoch. */
  readonly pending?: { readonly approvalId: string; readonly expiresAt: number }
  /** True if this answer repeats that of an earlier call with the same idempotency key. */
  readonly replayed?: boolean
  /** The tool's declared effects, or those of its class. */
  readonly effects?: ReadonlyArray<SideEffect>
}
