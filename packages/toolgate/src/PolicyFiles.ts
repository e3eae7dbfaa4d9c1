import type { Judge } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"

/** The files of a policy, with an app's own judges. */
export interface PolicyFiles {
  /** The paths of the files, from the widest policy to the narrowest. The built-in defaults hold if there are none. */
  readonly files: ReadonlyArray<string>
  /**
   * A further file from a place that is not trusted, such as the folder of a project. Whatever it says only narrows the files, or
   * the built-in defaults if there are no files.
   */
  readonly narrowedBy?: string
  /**
   * Further configurations, which only narrow the files: the `narrowing` of a catalogue that the app has loaded itself. The option
   * `catalogue` of a gate needs no entry here.
   */
  readonly narrowing?: ReadonlyArray<PolicyConfig>
  /** An app's own judges. They are met with the files, so that they can only narrow. */
  readonly judges?: ReadonlyArray<Judge>
  /**
   * Refuses the cascade of layers: a role has one flat permission, and the gate does not open if a file has a global layer, layers
   * of tasks, or `allow`, `deny`, `read_only` or `no_web` in the layer of a role. No layer can be added later. Ceilings still hold.
   */
  readonly cascade?: "refused"
}
