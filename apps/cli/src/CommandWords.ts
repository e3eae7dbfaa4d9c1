import * as Context from "effect/Context"

/** The words of the command line as they were given, for what its parser does not report. */
export class CommandWords extends Context.Service<CommandWords, ReadonlyArray<string>>()(
  "@toolgate/cli/CommandWords"
) {}
