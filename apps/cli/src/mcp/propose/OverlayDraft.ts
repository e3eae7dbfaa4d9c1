import type { FileMode, SideEffectClass } from "@toolgate/core"

/** A proposal of what a `mcp.yaml` says about a tool, for a person to review. */
export interface OverlayDraft {
  /** The server's own name for the tool. */
  readonly tool: string
  /** Absent: the worst is assumed, as without an overlay. */
  readonly class?: SideEffectClass
  readonly resources: ReadonlyArray<ResourceDraft>
  /** Notes for the person: what the server says of the tool, and what was not clear. Each is one line. */
  readonly notes: ReadonlyArray<string>
}

/** A resource as it is written in a `mcp.yaml`. */
export interface ResourceDraft {
  readonly kind: "file" | "url" | "shell" | "argv"
  readonly arg: string
  readonly mode?: FileMode
  readonly within?: "host"
  readonly fallback?: string
}
