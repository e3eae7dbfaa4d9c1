import type { PluginProblem } from "@toolgate/catalogue"
import type { Ceiling } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import type { LeftOut } from "@toolgate/yaml-reading"
import * as Context from "effect/Context"

/** The results of reading catalogues other than tools, for a command that makes no calls. */
export class CatalogueHere extends Context.Service<
  CatalogueHere,
  {
    /** The catalogues' permissions, which narrow a policy. */
    readonly narrowing: ReadonlyArray<PolicyConfig>
    /** The files of the catalogues, which no call may change. */
    readonly files: ReadonlyArray<string>
    /** Invalid entries, which were already reported. */
    readonly leftOut: ReadonlyArray<LeftOut>
    /** The tools that the active skills allow. */
    readonly allowed: Ceiling["tools"]
    /** Reasons why plugins were not loaded, already reported. */
    readonly unloaded: ReadonlyArray<PluginProblem>
  }
>()("@toolgate/cli/CatalogueHere") {}
