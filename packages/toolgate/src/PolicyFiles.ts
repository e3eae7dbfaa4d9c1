import type { Judge } from "@toolgate/core"

/** The files of a policy, and an app's own judges beside them. */
export interface PolicyFiles {
  readonly files: ReadonlyArray<string>
  /**
   * One file more, from somewhere that is trusted with nothing, such as the folder of a project. Whatever stands in it only
   * narrows: the files, or the built-in defaults where there are none.
   */
  readonly narrowedBy?: string
  /** An app's own judges, met with the files: they can only narrow. */
  readonly judges?: ReadonlyArray<Judge>
}
