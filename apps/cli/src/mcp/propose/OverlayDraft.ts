import type { FileMode, SideEffectClass } from "@toolgate/core"

/** A proposed overlay for a tool in a `mcp.yaml`, for a person to review. */
export interface OverlayDraft {
  /** The server's own name for the tool. */
  readonly tool: string
  /** Absent: the worst case is assumed, as without an overlay. */
  readonly class?: SideEffectClass
  readonly resources: ReadonlyArray<ResourceDraft>
  /** Notes for the person, one line each: the server's claims, and what was unclear. */
  readonly notes: ReadonlyArray<string>
}

/** A resource as written in a `mcp.yaml`. */
export interface ResourceDraft {
  readonly kind: "file" | "url" | "shell" | "argv"
  readonly arg: string
  readonly mode?: FileMode
  readonly within?: "host"
  readonly fallback?: string
}
