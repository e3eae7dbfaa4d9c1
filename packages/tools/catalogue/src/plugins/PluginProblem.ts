/** A reason why a plugin or its new version is not active. */
export interface PluginProblem {
  /** The plugin's name, or its folder's name if the manifest has none. */
  readonly plugin: string
  /** A path, with line and column if available. */
  readonly source: string
  /** The problem, in lower case without full stop. */
  readonly message: string
}
