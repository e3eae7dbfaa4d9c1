import { dirname } from "node:path"
import {
  defineTool,
  describeUnknownName,
  quoted,
  type Tool,
  ToolNotFound,
  ToolValidationError,
  toolOutput
} from "@toolgate/core"
import type { Skill } from "./Skill.ts"
import { listSkillFiles, readSkillFile } from "./skillFiles.ts"

/** Longest part of a file that one call returns, in UTF-16 units. */
const pageLength = 32_000

const description =
  "Returns instructions for a task, step by step. Without arguments: the names and descriptions of the skills there are. With name: " +
  "the instructions of that skill, and the list of its files. With name and file: the text of that file, and with start the text " +
  "from there on, where an earlier answer ended. Reads only the folders of skills."

/**
 * The tool `skill`, with which a model discovers skills: first names, then one skill's text, then a file. It activates nothing and can only
 * read files of these skills.
 */
export const createSkillTool = (skills: ReadonlyArray<Skill>): Tool => {
  const byName = new Map(skills.map((skill) => [skill.name, skill]))
  const named = (name: string): Skill => {
    const skill = byName.get(name)
    if (skill !== undefined) return skill
    throw new ToolNotFound({ message: `${sentence(describeUnknownName("skill", name, [...byName.keys()]))}` })
  }
  return defineTool({
    name: "skill",
    title: "Read a skill",
    description,
    parameters: {
      type: "object",
      properties: {
        name: { type: "string", description: "The name of a skill." },
        file: { type: "string", description: "A file of the skill, as its list of files has it." },
        start: {
          type: "integer",
          minimum: 0,
          description: "The first character of the file, counted from 0. Default 0."
        }
      },
      additionalProperties: false
    },
    sideEffects: "READ",
    callers: ["direct", "chain"],
    execute: ({ name, file, start }) => {
      if (typeof name !== "string") {
        if (file === undefined && start === undefined) return listOf(skills)
        throw new ToolValidationError({ message: 'The arguments "file" and "start" need the "name" of a skill.' })
      }
      if (typeof file === "string") return pageOf(named(name), file, typeof start === "number" ? start : 0)
      if (start === undefined) return bodyOf(named(name))
      throw new ToolValidationError({ message: 'The argument "start" needs the "file" that is read from there.' })
    }
  })
}

const listOf = (skills: ReadonlyArray<Skill>) =>
  toolOutput({
    text:
      skills.length === 0
        ? "There are no skills."
        : skills.map(({ name, description }) => `${name}: ${description}`).join("\n"),
    value: { skills: skills.map(({ name, description, version }) => ({ name, description, version })) }
  })

// Separate blocks, so that neither the skill's text nor the list can imitate the other.
const bodyOf = ({ name, version, instructions, path }: Skill) => {
  const { files, more } = path === null ? { files: [], more: false } : listSkillFiles(dirname(path))
  const lines = files.map(({ path, bytes }) => `${quoted(path, 1024)} (${bytes} bytes)`)
  const listed = lines.length === 0 ? "" : `[Files of this skill: ${lines.join(", ")}${more ? ", and more" : ""}]`
  return toolOutput({
    content: [instructions, listed].filter((text) => text !== "").map((text) => ({ type: "text", text })),
    value: { name, version, files: files.map(({ path, bytes }) => ({ path, bytes })), more_files: more }
  })
}

const pageOf = ({ name, path }: Skill, file: string, start: number) => {
  const read = path === null ? { fault: "the skill has no files" } : readSkillFile(dirname(path), file)
  if ("fault" in read)
    throw new ToolNotFound({ message: `The file ${quoted(file)} of the skill "${name}" is not shown: ${read.fault}.` })
  const { text } = read
  if (start > text.length || (start === text.length && start > 0))
    throw new ToolValidationError({
      message: `The argument "start" is past the end: the file has ${text.length} characters.`
    })
  const end = endOf(text, start)
  const page = text.slice(start, end)
  const note = end < text.length ? [`[${end} of ${text.length} characters; read on with start ${end}]`] : []
  return toolOutput({
    content: [page, ...note].map((said) => ({ type: "text", text: said })),
    value: { name, file, start, length: text.length, ...(end < text.length ? { next: end } : {}) }
  })
}

/** Returns the end of a page, without splitting a character. */
const endOf = (text: string, start: number): number => {
  const end = start + pageLength
  if (end >= text.length) return text.length
  return /[\ud800-\udbff]/.test(text[end - 1] ?? "") ? end - 1 : end
}

const sentence = (message: string): string =>
  `${message.slice(0, 1).toUpperCase()}${message.slice(1)}${message.endsWith("?") ? "" : "."}`
