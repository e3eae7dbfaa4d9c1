import table from "./commonNames.json" with { type: "json" }

/** An address of a remote store, where programs write as they write to a file. */
const stored =
  /^(?:s3[an]?|gc?s|az|azure|abfss?|wasbs?|adl|b2|r2|oss|cos|oci|hdfs|webhdfs|swift|rclone|dbfs|ftps?|sftp|scp|smb|nfs|file):\/\//i

/**
 * Whether a path leads out of the folder in which a command runs. The output of another command, `<(curl x)`, and a
 * remote store, `s3://a/b`, count as outside.
 */
export const isOutside = (path: string): boolean =>
  (/^(?:[/~]|<\()|(?:^|\/)\.\.(?:\/|$)/.test(path) && path !== "/dev/null") || stored.test(path)

/** The names of folders to which only builds, tests and reports write. */
const built = new Set(table.built.names)

/** The names under which test runners leave their reports in the folder itself. */
const reportFile = /^(?:junit|coverage|lcov|test-(?:results?|report))(?:[-.]\w+)*\.(?:xml|json|info|html)$/

/** Whether a path relative to a command's folder is a report, or lies in a folder that only builds and reports write to. */
const isBuilt = (path: string): boolean =>
  !isOutside(path) &&
  /^[\w.-]+(?:\/[\w.-]+)*\/?$/.test(path) &&
  (path.split("/").some((step) => built.has(step)) || reportFile.test(path)) &&
  // A folder such as `.git` or `.github` contains orders, even beneath a build folder.
  !path.split("/").some((step) => /^\.[^.]/.test(step) && !built.has(step)) &&
  !/(?:^|\/)\.\.?\/?$/.test(path)

/** Returns the reason why writing to a path does harm, or `undefined` for a path to which builds write. */
export const checkWrite = (path: string): string | undefined =>
  isBuilt(path) ? undefined : "is what it writes, and is not in a folder for build output"
