/**
 * A word of a command that is known only in part. A loose word is never the program, and never an option, except the
 * value of an option whose name is written out.
 *
 * `number`: some characters are digits that are not known. `file`: the word stands for names of files, and the shell
 * may put several words in its place. `text`: the word may be any text, which the program prints or compares.
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
  /** The known values of variables that are set for this command alone. Absent if there are none. */
  readonly values?: ReadonlyArray<string>
  readonly wrapper: boolean
  readonly folder: ReadonlyArray<string>
}

/**
 * A part of a shell text: one thing that the text does.
 *
 * A `command` is a program with the words that it receives, quotes removed. A word that is computed when the command
 * runs stands in `argv` as it is written, so that a pattern that denies can still match it, and an `opaque` part stands
 * beside the command. `assigned` names the variables that are set for this command alone, with the value where only
 * that value is harmless (`PAGER=cat`). A `wrapper` does nothing but start another command, which is a part of
 * its own, or decide where and whether the next command of the text runs (`cd`, `test`, `exit`).
 *
 * A `file` is opened by a redirection.
 *
 * `folder` holds the targets of the `cd` commands that come before, each relative to the one before; empty for the
 * folder in which the text starts. When a `cd` may fail and the text goes on, a part stands once for each folder in
 * which it may run.
 *
 * An `opaque` part says that something in the text is not known before it runs. A text with an opaque part must not be
 * allowed because of its other parts.
 *
 * An `unread` part says at which bound the reading stopped. Nothing is known of what comes after the bound.
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
