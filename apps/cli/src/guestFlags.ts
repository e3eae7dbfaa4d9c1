import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"

const repeated = (flag: string, metavar: string, description: string) =>
  Flag.String(flag).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.atLeast(0))

/** How a module or a script that is called as a file is run; for a tool that is called by its name its author has said so. */
export const guest = {
  files: Flag.Literals("files", ["r", "rw"]).pipe(
    Flag.withMetavar("MODE"),
    Flag.withDescription("Give a module the files of the workspace: r to read, rw to change; default: none"),
    Flag.optional
  ),
  output: Flag.Literals("output", ["json", "text"]).pipe(
    Flag.withMetavar("FORM"),
    Flag.withDescription("What a module prints: one value of json, or text; default: json"),
    Flag.optional
  ),
  guestDir: repeated(
    "guest-dir",
    "NAME[=PATH]",
    "A folder that a module finds open, by the name it knows; default: the workspace as ."
  ),
  guestArg: repeated("guest-arg", "WORD", "A word that a module is started with, after its name"),
  guestEnv: repeated("guest-env", "NAME=VALUE", "A variable that a module finds set")
}

/** What was given for them. */
export interface GuestFlags {
  readonly files: Option.Option<"r" | "rw">
  readonly output: Option.Option<"json" | "text">
  readonly guestDir: ReadonlyArray<string>
  readonly guestArg: ReadonlyArray<string>
  readonly guestEnv: ReadonlyArray<string>
}

/** The flag that was given although it is for modules that are called as files, if one was. */
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
