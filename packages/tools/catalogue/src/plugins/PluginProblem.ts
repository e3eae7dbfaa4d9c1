/** A reason why a plugin, or its new version, is not in force. */
export interface PluginProblem {
  /** The name of the plugin; that of its folder if the manifest does not say one. */
  readonly plugin: string
  /** The place: a path, with the line and the column in a file that is read by its shape. */
  readonly source: string
  /** The problem, in lower case and without a full stop. */
  readonly message: string
}
