import * as Context from "effect/Context"

/** The raw words of the command line, for checks that its parser does not do. */
export class CommandWords extends Context.Service<CommandWords, ReadonlyArray<string>>()(
  "@toolgate/cli/CommandWords"
) {}
