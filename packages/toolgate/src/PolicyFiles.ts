import type { Judge } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"

/** The files of a policy, with optional judges of the app. */
export interface PolicyFiles {
  /** The paths of the policy files, from the widest to the narrowest. An empty list selects the built-in defaults. */
  readonly files: ReadonlyArray<string>
  /** An additional file from an untrusted source, such as the project folder. It can only narrow the policy. */
  readonly narrowedBy?: string
  /**
   * More configurations that only narrow the policy, such as the `narrowing` of a catalogue that the app loaded itself. Not needed for the
   * gate's option `catalogue`.
   */
  readonly narrowing?: ReadonlyArray<PolicyConfig>
  /** Judges of the app. They can only narrow what the files allow. */
  readonly judges?: ReadonlyArray<Judge>
  /**
   * Disables layering: each role has one flat permission. The gate does not open if a file has a global layer, task layers, or `allow`,
   * `deny`, `read_only` or `no_web` in a role's layer, and no layer can be added later. Ceilings still apply.
   */
  readonly cascade?: "refused"
}
