import type { Judge } from "@toolgate/core"

/** The files of a policy, with an app's own judges. */
export interface PolicyFiles {
  readonly files: ReadonlyArray<string>
  /**
   * A further file from a place that is not trusted, such as the folder of a project. Whatever it says only narrows the files, or
   * the built-in defaults if there are no files.
   */
  readonly narrowedBy?: string
  /** An app's own judges. They are met with the files, so that they can only narrow. */
  readonly judges?: ReadonlyArray<Judge>
}
