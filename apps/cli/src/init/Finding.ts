/** What was found in a folder of one language or tool, and what an agent can be let do there. */
export interface Finding {
  /** As a person calls it, with the file that says so. */
  readonly what: string
  /** Commands that check the work, with why they may run without a question. */
  readonly commands: ReadonlyArray<CheckCommand>
  /** Commands that a person is to decide about each time. */
  readonly asked: ReadonlyArray<CheckCommand>
  /** The end of a name of its sources, as in ".ts". */
  readonly extension: string
}

export interface CheckCommand {
  /** As it is typed: the rule covers these words and no others. */
  readonly command: string
  readonly why: string
}
