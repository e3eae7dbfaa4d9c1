import groups from "./protectedPaths.json" with { type: "json" }

/** A path that is protected from being written, because writing it would start something. */
interface BuiltInPath {
  /** A pattern that applies in every folder. It also protects everything beneath the paths that it matches. */
  readonly path: string
  /** The reason for the protection, as the end of a sentence that begins with the path. */
  readonly reason: string
  /** Whether the pattern protects only files, and no folders. */
  readonly isFile?: boolean
  /** Whether a new repository contains the path, and may keep it if it cannot start anything. */
  readonly isInspected?: boolean
  /** Whether the pattern also protects what a package manager installed there, beneath `node_modules`. */
  readonly isInstalled?: boolean
}

/**
 * The paths that start programs or give orders without being asked when a person goes on to work in the folder: when
 * the person enters or opens the folder, starts a shell, or runs an everyday command such as `git status`. The list is
 * `protectedPaths.json`, with sources.
 *
 * The list does not contain files that a person runs by name, such as a build file or a script of `package.json`, or
 * files that are only text for an agent to read. An agent is there to write those.
 */
export const builtInPaths: ReadonlyArray<BuiltInPath> = groups.flatMap(({ paths, sources: _, ...group }) =>
  paths.map((path) => ({ path, ...group }))
)
