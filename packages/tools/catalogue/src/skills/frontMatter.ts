import type { Reading } from "@toolgate/yaml-reading"

/** The parts of a `SKILL.md`. */
interface SkillText {
  /** The front matter. Its lines have the numbers that they have in the file. */
  readonly yaml: string
  readonly body: string
}

/** Splits a text into its front matter and its body; returns `undefined` after reporting that it has no front matter. */
export const frontMatter = (text: string, reading: Reading): SkillText | undefined => {
  const [opening] = /^---[ \t]*(?:\r?\n|$)/.exec(text) ?? []
  const closing = opening === undefined ? null : /^---[ \t]*(?:\r?\n|$)/m.exec(text.slice(opening.length))
  if (opening !== undefined && closing !== null) {
    const end = opening.length + closing.index
    // A line in place of the opening one, so that problems are found at their lines.
    return { yaml: `\n${text.slice(opening.length, end)}`, body: text.slice(end + closing[0].length).trim() }
  }
  // Nothing has been read, and the lines are not known yet.
  reading.lines.addNewLine(0)
  return reading.fault(0, () =>
    opening === undefined
      ? 'the file has no front matter; begin it with a line "---", the name and the description, and another line "---"'
      : 'the front matter is not closed; end it with a line "---"'
  )
}
