/**
 * A word of a command that is known only in part. A loose word is never the program, and never an option, except the
 * value of an option whose name is written out.
 *
 * `number`: some characters are unknown digits. `file`: the word stands for file names, and the shell may replace it
 * with several words. `text`: the word may be any text, which the program only prints or compares.
 */
export interface LooseWord {
  /** The index of the word in `argv`. */
  readonly at: number
  readonly of: "number" | "file" | "text"
  /**
   * The form of the word, as a pattern for paths: `*` stands for characters of one name, `**` for folders, and a
   * backslash takes away the special meaning of the next character. Absent when the word may be any text.
   */
  readonly pattern?: string
}

/** A program with the words that it receives. */
export interface CommandPart {
  readonly kind: "command"
  readonly argv: ReadonlyArray<string>
  readonly loose?: ReadonlyArray<LooseWord>
  readonly assigned: ReadonlyArray<string>
  /** The known values of variables that are set for this command only. Absent: no values. */
  readonly values?: ReadonlyArray<string>
  readonly wrapper: boolean
  readonly folder: ReadonlyArray<string>
}

/**
 * A part of a shell text: one thing that the text does.
 *
 * A `command` is a program with the words that it receives, quotes removed. A word that is computed when the command
 * runs appears in `argv` as written, so that a deny pattern can still match it, and an `opaque` part follows.
 * `assigned` names the variables that are set for this command only, with the value if only that value is harmless
 * (`PAGER=cat`). A `wrapper` only starts another command, which is a separate part, or decides where and whether the
 * next command runs (`cd`, `test`, `exit`).
 *
 * A `file` is opened by a redirection.
 *
 * `folder` lists the targets of the earlier `cd` commands, each relative to the previous one; empty for the folder in
 * which the text starts. If a `cd` may fail without ending the text, the part is repeated for each folder in which it
 * may run.
 *
 * An `opaque` part says that some of the text is unknown before it runs. A text with an opaque part must not be
 * allowed because of its other parts.
 *
 * An `unread` part says at which bound reading stopped. The text after the bound is unknown.
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
