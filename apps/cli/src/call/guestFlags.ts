import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"

const repeated = (flag: string, metavar: string, description: string) =>
  Flag.String(flag).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.atLeast(0))

/**
 * The flags that say how a module or a script that is called as a file runs. The author of a tool with a name has
 * already decided that.
 */
export const guest = {
  files: Flag.Literals("files", ["r", "rw"]).pipe(
    Flag.withMetavar("MODE"),
    Flag.withDescription("Give a module the files of the workspace: r to read, rw to change; default: none"),
    Flag.optional
  ),
  output: Flag.Literals("output", ["json", "text"]).pipe(
    Flag.withMetavar("FORM"),
    Flag.withDescription("The output of a module: json (one value) or text; default: json"),
    Flag.optional
  ),
  guestDir: repeated(
    "guest-dir",
    "NAME[=PATH]",
    "A folder that is open to a module, by the name that it uses; default: the workspace as ."
  ),
  guestArg: repeated("guest-arg", "WORD", "An argument for a module"),
  guestEnv: repeated("guest-env", "NAME=VALUE", "An environment variable for a module")
}

/** The values of the flags. */
export interface GuestFlags {
  readonly files: Option.Option<"r" | "rw">
  readonly output: Option.Option<"json" | "text">
  readonly guestDir: ReadonlyArray<string>
  readonly guestArg: ReadonlyArray<string>
  readonly guestEnv: ReadonlyArray<string>
}

/**
 * Returns a flag that was given although it is only for modules that are called as files; `undefined` if there is none.
 */
export const guestFlagOf = (given: GuestFlags): string | undefined =>
  (
    [
      ["--files", Option.isSome(given.files)],
      ["--output", Option.isSome(given.output)],
      ["--guest-dir", given.guestDir.length > 0],
      ["--guest-arg", given.guestArg.length > 0],
      ["--guest-env", given.guestEnv.length > 0]
    ] as const
  ).find(([, isGiven]) => isGiven)?.[0]
