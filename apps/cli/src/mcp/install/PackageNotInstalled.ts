import * as Data from "effect/Data"

/** An error about a package that could not be installed. The message says what to do. */
export class PackageNotInstalled extends Data.TaggedError("PackageNotInstalled")<{ readonly message: string }> {}
