import type { PermissionRequest } from "@toolgate/core"

/** The rules for every policy engine: everything is allowed except what these rules deny. */
export interface SameRules {
  /** The denied tools in order, with a folder if the rule is about files. */
  readonly denied: ReadonlyArray<{ readonly tool: string; readonly folder?: string }>
  /** The denied tool of each role. */
  readonly forbidden: ReadonlyMap<string, string>
}

/** A policy engine of another library. */
export interface PolicyPeer {
  readonly name: string
  /** Loads the rules, and returns the function that decides about a request. */
  readonly open: (rules: SameRules) => Promise<(request: PermissionRequest) => boolean>
  /** Describes how the rules are written, and what is left out. */
  readonly how: string
}

/** Returns the file of a request; "" without a file. */
export const getPath = ({ resources }: PermissionRequest): string => {
  const [resource] = resources
  return resource?.kind === "file" ? resource.path : ""
}
