import type { PermissionRequest } from "@toolgate/core"

/** The rules for every policy engine: everything is allowed except for what these rules deny. */
export interface SameRules {
  /** The denied tools, in their order. If a rule is about files, it has a folder. */
  readonly denied: ReadonlyArray<{ readonly tool: string; readonly folder?: string }>
  /** The denied tool of each role. */
  readonly forbidden: ReadonlyMap<string, string>
}

/** A policy engine of another library. */
export interface PolicyPeer {
  readonly name: string
  /** Loads the rules, and returns the function that decides whether a request is allowed. */
  readonly open: (rules: SameRules) => Promise<(request: PermissionRequest) => boolean>
  /** A description of how the rules are written, and of what is left out. */
  readonly how: string
}

/** Returns the file of a request; an empty text if the request has none. */
export const pathOf = ({ resources }: PermissionRequest): string => {
  const [resource] = resources
  return resource?.kind === "file" ? resource.path : ""
}
