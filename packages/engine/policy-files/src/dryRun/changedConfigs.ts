import type { ConfirmationSettings, PolicyConfig } from "@toolgate/policy"

type Configs = ReadonlyArray<PolicyConfig>
type Places = ReadonlyArray<number>

const source = "suggested"

const changed = (configs: Configs, places: Places, change: (config: PolicyConfig) => PolicyConfig): Configs =>
  configs.map((config, i) => (places.includes(i) ? change(config) : config))

/** Returns the configurations without the deny and ask rules that have these sources. */
export const withoutRules = (configs: Configs, sources: ReadonlySet<string>): Configs =>
  configs.map((config) => {
    const stays = ({ source: at }: { readonly source: string }) => !sources.has(at)
    const { deny, ask, allow } = config.rules
    return { ...config, rules: { deny: deny.filter(stays), ask: ask.filter(stays), allow } }
  })

/** Returns the configurations with the mode `auto` for one tool. */
export const withMode = (configs: Configs, places: Places, tool: string): Configs =>
  withConfirmation(configs, places, (settings) => ({
    ...settings,
    perTool: new Map(settings.perTool).set(tool, { mode: "auto", source })
  }))

/** Returns the configurations with a further trusted workspace. */
export const withTrust = (configs: Configs, places: Places, path: string): Configs =>
  withConfirmation(configs, places, (settings) => ({
    ...settings,
    trustedWorkspaces: [...settings.trustedWorkspaces, { path, source }]
  }))

// A file without confirmation settings asks about nothing, and is not changed.
const withConfirmation = (
  configs: Configs,
  places: Places,
  change: (settings: ConfirmationSettings) => ConfirmationSettings
): Configs =>
  changed(configs, places, (config) =>
    config.confirmation === undefined ? config : { ...config, confirmation: change(config.confirmation) }
  )
