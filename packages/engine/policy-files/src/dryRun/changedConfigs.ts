import type { ConfirmationSettings, PolicyConfig } from "@toolgate/policy"

type Configs = ReadonlyArray<PolicyConfig>
type FileIndexes = ReadonlyArray<number>

const source = "suggested"

const changed = (configs: Configs, places: FileIndexes, change: (config: PolicyConfig) => PolicyConfig): Configs =>
  configs.map((config, i) => (places.includes(i) ? change(config) : config))

/** Removes the deny and ask rules with these sources. */
export const removeRules = (configs: Configs, sources: ReadonlySet<string>): Configs =>
  configs.map((config) => {
    const stays = ({ source: at }: { readonly source: string }) => !sources.has(at)
    const { deny, ask, allow } = config.rules
    return { ...config, rules: { deny: deny.filter(stays), ask: ask.filter(stays), allow } }
  })

/** Sets the mode `auto` for one tool. */
export const setAutoMode = (configs: Configs, places: FileIndexes, tool: string): Configs =>
  withConfirmation(configs, places, (settings) => ({
    ...settings,
    perTool: new Map(settings.perTool).set(tool, { mode: "auto", source })
  }))

/** Adds a trusted workspace. */
export const addTrustedWorkspace = (configs: Configs, places: FileIndexes, path: string): Configs =>
  withConfirmation(configs, places, (settings) => ({
    ...settings,
    trustedWorkspaces: [...settings.trustedWorkspaces, { path, source }]
  }))

// A file without confirmation settings never asks, and stays unchanged.
const withConfirmation = (
  configs: Configs,
  places: FileIndexes,
  change: (settings: ConfirmationSettings) => ConfirmationSettings
): Configs =>
  changed(configs, places, (config) =>
    config.confirmation === undefined ? config : { ...config, confirmation: change(config.confirmation) }
  )
