import type { SideEffectClass } from "@toolgate/core"
import type { ConfirmationMode, ConfirmationSettings, PolicyConfig, SourcedMode } from "./PolicyConfig.ts"

/** The source of settings that no file contains. */
export const builtIn = "built in"

const defaultModes: Readonly<Record<SideEffectClass, ConfirmationMode>> = {
  NONE: "auto",
  READ: "auto",
  WRITE: "prompt",
  EXECUTE: "prompt",
  NETWORK: "prompt"
}

/**
 * Fills in the mode of every class that the file leaves out: its default in the first file, and `auto`, which
 * restricts nothing, in a later file.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { fillModes } from "@toolgate/policy"
 *
 * const given = new Map([["WRITE", { mode: "auto", source: "toolgate.yaml:3" }]] as const)
 * const { WRITE, NETWORK } = fillModes(given, true)
 * assert.deepEqual([WRITE.mode, NETWORK.mode], ["auto", "prompt"])
 * // In a later file, a missing class restricts nothing.
 * assert.equal(fillModes(given, false).NETWORK.mode, "auto")
 * ```
 */
export const fillModes = (
  given: ReadonlyMap<SideEffectClass, SourcedMode>,
  isFirst: boolean
): ConfirmationSettings["default"] => {
  const mode = (name: SideEffectClass): SourcedMode =>
    given.get(name) ?? { mode: isFirst ? defaultModes[name] : "auto", source: builtIn }
  return {
    NONE: mode("NONE"),
    READ: mode("READ"),
    WRITE: mode("WRITE"),
    EXECUTE: mode("EXECUTE"),
    NETWORK: mode("NETWORK")
  }
}

/** The confirmation settings without a file: people are asked before every call that changes or runs something. */
export const defaultConfirmation: ConfirmationSettings = {
  default: fillModes(new Map(), true),
  perTool: new Map(),
  perSession: new Map(),
  sessionsMayLoosen: false,
  trustedWorkspaces: [],
  trustedOverrides: new Map(),
  source: builtIn
}

/** The configuration without a file: every tool may be called, confined, and the default confirmations apply. */
export const defaultConfig: PolicyConfig = {
  name: builtIn,
  default: undefined,
  tools: new Map(),
  groups: new Map(),
  layers: { global: undefined, roles: undefined, tasks: undefined },
  agents: undefined,
  permissions: new Map(),
  rules: { deny: [], ask: [], allow: [] },
  protectedPaths: [],
  unprotectedPaths: [],
  secretPaths: [],
  notSecretPaths: [],
  confirmation: defaultConfirmation,
  quotas: new Map(),
  tests: []
}
