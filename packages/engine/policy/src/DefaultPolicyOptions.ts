import type { Judge } from "@toolgate/core"
import type { PolicyConfig } from "./config/PolicyConfig.ts"
import type { KnownTools } from "./rules/RuleSet.ts"

/** The configurations of a policy, and the tools, judges and files that it depends on. */
export interface DefaultPolicyOptions {
  /**
   * The configurations, from the widest to the narrowest, such as organisation, user and project. A narrower
   * configuration can refuse what a wider one allows.
   */
  readonly configs: ReadonlyArray<PolicyConfig>
  /** The tools that rules may name. A tool's declarations decide what the pattern of a rule is compared with. */
  readonly tools?: KnownTools
  /** The app's own judges. Each of them can only narrow the policy. */
  readonly judges?: ReadonlyArray<Judge>
  /**
   * Absolute paths, with links followed, that no call may change: the files of the policy and the gate's other files.
   */
  readonly files?: ReadonlyArray<string>
  /** Absolute paths, with links followed, that no call may read either: the gate's store, and the key of the store. */
  readonly secrets?: ReadonlyArray<string>
}
