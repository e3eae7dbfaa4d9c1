import { builtIn } from "./defaultConfig.ts"
import type { PolicyLayer } from "./PolicyConfig.ts"

const selectors = (...texts: ReadonlyArray<string>) => texts.map((text) => ({ text, source: builtIn }))

/**
 * The layers by role of a first configuration that lists no roles. A worker does one task for another agent: it keeps no
 * memory, and hands nothing on. Unlike roles of a file, these do not make a call need a role.
 */
export const builtInRoles: ReadonlyMap<string, PolicyLayer> = new Map<string, PolicyLayer>([
  [
    "worker",
    {
      allow: undefined,
      deny: selectors("group:memory", "group:routing"),
      readOnly: undefined,
      noWeb: undefined,
      flat: undefined,
      source: builtIn
    }
  ]
])
