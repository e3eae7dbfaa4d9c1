import type { PluginProblem } from "@toolgate/catalogue"
import type { Ceiling } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import type { LeftOut } from "@toolgate/yaml-reading"
import * as Context from "effect/Context"

/** The parts of catalogues that are no tools, for a command that makes no calls. */
export class CatalogueHere extends Context.Service<
  CatalogueHere,
  {
    /** The permissions of the catalogues, which narrow a policy. */
    readonly narrowing: ReadonlyArray<PolicyConfig>
    /** The files of the catalogues, which no call may change. */
    readonly files: ReadonlyArray<string>
    /** The entries of the catalogues that have problems, which were said. */
    readonly leftOut: ReadonlyArray<LeftOut>
    /** The tools that the active skills allow. */
    readonly allowed: Ceiling["tools"]
    /** The reasons why plugins were not loaded, which were said. */
    readonly unloaded: ReadonlyArray<PluginProblem>
  }
>()("@toolgate/cli/CatalogueHere") {}
