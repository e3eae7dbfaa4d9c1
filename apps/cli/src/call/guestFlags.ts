import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"

const repeated = (flag: string, metavar: string, description: string) =>
  Flag.String(flag).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.atLeast(0))

/** The flags for a module or script that is called as a file. A named tool has fixed settings. */
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
    "A folder for a module, under the name that the module uses; default: the workspace as ."
  ),
  guestArg: repeated("guest-arg", "WORD", "An argument for a module"),
  guestEnv: repeated("guest-env", "NAME=VALUE", "An environment variable for a module")
}

export interface GuestFlags {
  readonly files: Option.Option<"r" | "rw">
  readonly output: Option.Option<"json" | "text">
  readonly guestDir: ReadonlyArray<string>
  readonly guestArg: ReadonlyArray<string>
  readonly guestEnv: ReadonlyArray<string>
}

/** Returns the first given flag that only applies to module files, if any. */
export const findGuestFlag = (given: GuestFlags): string | undefined =>
  (
    [
      ["--files", Option.isSome(given.files)],
      ["--output", Option.isSome(given.output)],
      ["--guest-dir", given.guestDir.length > 0],
      ["--guest-arg", given.guestArg.length > 0],
      ["--guest-env", given.guestEnv.length > 0]
    ] as const
  ).find(([, isGiven]) => isGiven)?.[0]
