import * as Context from "effect/Context"

/** The words of the command line as they came, for what its parser does not tell. */
export class CommandWords extends Context.Service<CommandWords, ReadonlyArray<string>>()(
  "@toolgate/cli/CommandWords"
) {}
