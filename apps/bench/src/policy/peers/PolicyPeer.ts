import type { PermissionRequest } from "@toolgate/core"

/** What is asked of every policy engine: everything is allowed but what these rules deny. */
export interface SameRules {
  /** In this order: a tool, and where the rule is about files, the folder that it lies in. */
  readonly denied: ReadonlyArray<{ readonly tool: string; readonly folder?: string }>
  /** By role, the tool that it is kept from. */
  readonly forbidden: ReadonlyMap<string, string>
}

/** Another program's way to decide. */
export interface PolicyPeer {
  readonly name: string
  /** Loads the rules, and answers what allows a request. */
  readonly open: (rules: SameRules) => Promise<(request: PermissionRequest) => boolean>
  /** How its rules were written, and what it leaves out. */
  readonly how: string
}

/** The file that a request points at; empty where it points at none. */
export const pathOf = ({ resources }: PermissionRequest): string => {
  const [resource] = resources
  return resource?.kind === "file" ? resource.path : ""
}
