import { FileReading, isReadable, readYaml } from "@toolgate/yaml-reading"
import { makeSkillShape } from "./makeSkillShape.ts"
import type { Skill } from "./Skill.ts"
import type { SkillProblem } from "./SkillProblem.ts"

/** The result of reading a `SKILL.md`. The skill is absent if there is an error. */
export interface ParsedSkill {
  readonly skill: Skill | undefined
  readonly problems: ReadonlyArray<SkillProblem>
}

/** Parses the text of a `SKILL.md` at a path, in a folder named `folder`. Never throws. */
export const parseSkill = (given: string, path: string, folder: string): ParsedSkill => {
  const text = given.startsWith("\ufeff") ? given.slice(1) : given
  const reading = new FileReading({ name: path, what: "skill", least: "name: my-skill" })
  const warnings: Array<{ readonly at: number; readonly message: string }> = []
  const skill = read(
    text,
    path,
    reading,
    makeSkillShape(folder, (at, message) => warnings.push({ at, message }))
  )
  const { problems = [], more = 0 } = reading.faults ?? {}
  return {
    skill,
    problems: [
      ...problems.map((problem) => ({ level: "error" as const, skill: folder, ...problem })),
      ...(more > 0
        ? [{ level: "error" as const, skill: folder, source: path, message: `there are ${more} more` }]
        : []),
      ...warnings.slice(0, mostWarnings).map(({ at, message }) => ({
        level: "warning" as const,
        skill: folder,
        source: reading.source(at),
        message
      })),
      ...(warnings.length > mostWarnings
        ? [
            {
              level: "warning" as const,
              skill: folder,
              source: path,
              message: `there are ${warnings.length - mostWarnings} more warnings`
            }
          ]
        : [])
    ]
  }
}

const mostWarnings = 50

const read = (
  text: string,
  path: string,
  reading: FileReading,
  shape: ReturnType<typeof makeSkillShape>
): Skill | undefined => {
  if (!isSeen(text, reading)) return undefined
  const parts = frontMatter(text, reading)
  const head = parts && readYaml(parts.yaml, shape, reading)
  if (parts === undefined || head === undefined) return undefined
  return { ...head, instructions: parts.body, path }
}

/** Checks that the text has no characters which a model reads but a person cannot see. Reports them. */
const isSeen = (text: string, reading: FileReading): boolean => {
  const hidden = [...text.matchAll(tags)]
  if (!isReadable(text, reading) || hidden.length > 0) {
    reading.lines.addNewLine(0)
    for (const { index } of text.matchAll(/\n/g)) reading.lines.addNewLine(index + 1)
    for (const { 0: found, index } of hidden)
      reading.fault(index, () => {
        const code = found.codePointAt(0)?.toString(16).toUpperCase()
        return `the text contains the character U+${code}, which is not visible as it is read; remove it`
      })
    return false
  }
  return true
}

// Tag characters: invisible to people, readable for models. Valid only in flag emojis.
const tags = /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,6})[\u{e0000}-\u{e007f}]/gu

/** The parts of a `SKILL.md`. */
interface SkillText {
  /** The front matter, with the line numbers of the file. */
  readonly yaml: string
  readonly body: string
}

/** Splits a text into front matter and body. Reports missing front matter and returns `undefined`. */
const frontMatter = (text: string, reading: FileReading): SkillText | undefined => {
  const [opening] = /^---[ \t]*(?:\r?\n|$)/.exec(text) ?? []
  const closing = opening === undefined ? null : /^---[ \t]*(?:\r?\n|$)/m.exec(text.slice(opening.length))
  if (opening !== undefined && closing !== null) {
    const end = opening.length + closing.index
    // Replaces the opening line, so that line numbers match.
    return { yaml: `\n${text.slice(opening.length, end)}`, body: text.slice(end + closing[0].length).trim() }
  }
  // Line numbers are unknown until something is read.
  reading.lines.addNewLine(0)
  return reading.fault(0, () =>
    opening === undefined
      ? 'the file has no front matter; begin it with a line "---", the name and the description, and another line "---"'
      : 'the front matter is not closed; end it with a line "---"'
  )
}
