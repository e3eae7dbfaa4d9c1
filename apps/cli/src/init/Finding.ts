/** A language or tool that a folder uses, and the commands for it. */
export interface Finding {
  /** The name for a person, with the file that shows the use. */
  readonly what: string
  /** The commands that check the work, each with the reason why it may run without a question. */
  readonly commands: ReadonlyArray<CheckCommand>
  /** The commands about which a person decides each time. */
  readonly asked: ReadonlyArray<CheckCommand>
  /** The file extension of its sources, as in ".ts". */
  readonly extension: string
  /** A file that could not be read, so there are no rules for it. */
  readonly unread?: string
}

/** A command for a policy. */
export interface CheckCommand {
  /** The command as it is typed. Its rule covers exactly these words. */
  readonly command: string
  readonly why: string
}
