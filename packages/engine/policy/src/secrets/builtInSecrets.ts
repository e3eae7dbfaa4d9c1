import groups from "./secretPaths.json" with { type: "json" }

/** A path that needs a person's approval to be read, and its content. */
interface BuiltInSecret {
  /**
   * A pattern that applies in every folder, or an absolute one. It also covers everything beneath the paths that it
   * matches.
   */
  readonly path: string
  /** The content of the path, as the end of a sentence that begins with the path. */
  readonly reason: string
  /**
   * Whether the pattern covers a file only in a home folder, or outside the workspace: a project may have a file with
   * the same name that contains no secret.
   */
  readonly isOfHome?: boolean
  /**
   * Whether the pattern covers only a file, and only for tools that read files in this process: the programs of a project read the file
   * to run, so that commands see it.
   */
  readonly isOfProject?: boolean
}

/**
 * The usual places of credentials and other private files of the machine and its user, from `secretPaths.json`, with
 * sources. A project's own secrets, such as `.env`, are protected from tools that read files, but not from commands.
 * The policy key `secrets` protects them from both.
 */
export const builtInSecrets: ReadonlyArray<BuiltInSecret> = groups.flatMap(({ paths, sources: _, ...group }) =>
  paths.map((path) => ({ path, ...group }))
)
