/**
 * A word of a command that is not all known. It is no program, and no option but one whose name is written out.
 *
 * `number`: some of its characters are digits that are not known. `file`: it stands for the names of files, of which the shell
 * may put several in its place. `text`: it may be any text, which the program prints or compares.
 */
export interface LooseWord {
  /** Its place in `argv`. */
  readonly at: number
  readonly of: "number" | "file" | "text"
  /**
   * What it may be, as a pattern for paths: `*` stands for characters of one name, `**` for folders, and a backslash takes the
   * meaning from the character after it. Absent where it may be any text.
   */
  readonly pattern?: string
}

/** A program with the words that it gets. */
export interface CommandPart {
  readonly kind: "command"
  readonly argv: ReadonlyArray<string>
  readonly loose?: ReadonlyArray<LooseWord>
  readonly assigned: ReadonlyArray<string>
  readonly wrapper: boolean
  readonly folder: ReadonlyArray<string>
}

/**
 * One thing that a shell text does.
 *
 * A `command` is a program with the words that it gets, quotes removed. A word that is computed when the command runs
 * stands in `argv` as it is written, so that a pattern that denies can still see it, and an `opaque` part stands beside
 * the command. `assigned` names the variables that are set for this one command, with the
 * value where that is what keeps one from doing harm (`PAGER=cat`). A `wrapper` does nothing but start
 * another command, which is a part of its own.
 *
 * A `file` is opened by a redirection.
 *
 * `folder` holds the targets of the `cd` commands that come before, each relative to the one before; empty where the text
 * starts. Where a `cd` may fail and the text goes on, a part stands once for each folder that it may run in.
 *
 * An `opaque` part says that something of the text is not known before it runs. What holds one is not to be allowed by
 * what the other parts show.
 *
 * An `unread` part says that the reading stopped at a bound of its own, and at which. What comes after that, nobody has seen.
 */
export type ShellPart =
  | CommandPart
  | {
      readonly kind: "file"
      readonly path: string
      readonly mode: "r" | "w" | "rw"
      readonly folder: ReadonlyArray<string>
    }
  | { readonly kind: "opaque"; readonly reason: string }
  | { readonly kind: "unread"; readonly reason: string }
