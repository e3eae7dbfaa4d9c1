import type { Tool } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import type { LeftOut } from "@toolgate/yaml-reading"

/** The result of reading catalogues: tools and permissions. */
export interface Catalogue {
  /** The known tools in order, with annotations, followed by the tools that the files define. */
  readonly tools: ReadonlyArray<Tool>
  /** The permissions of each file, as configurations that can only narrow a policy. */
  readonly narrowing: ReadonlyArray<PolicyConfig>
  /** Absolute paths that determine what runs: the catalogues, and their modules, programs and folders. */
  readonly files: ReadonlyArray<string>
  /** Invalid entries. Tools with their names are left out, including known tools. */
  readonly leftOut: ReadonlyArray<LeftOut>
}

/** The options of reading catalogues. */
export interface CatalogueOptions {
  /** The known tools. An entry without an implementation annotates one of these. */
  readonly tools: ReadonlyArray<Tool>
  /** The absolute path of `~/`. Defaults to the home folder in the system's user database. */
  readonly home?: string | undefined
  /** The gate's workspace. Workspace scripts that commands run are part of their tools. Defaults to the current folder. */
  readonly workspace?: string | undefined
}
