import { type HarmlessWith, harmlessWith, knownPrograms, type Program } from "@toolgate/program-facts"

/** Whether a program does no harm with some words or files. Paths are no such programs, because a path may lead to anything. */
export const isHarmlessWith = (program: string, what: HarmlessWith): boolean =>
  allSay(program, (file) => file.harmlessWith !== undefined && rankOf(file.harmlessWith) <= rankOf(what))

const rankOf = (what: HarmlessWith): number => harmlessWith.indexOf(what)

/**
 * Whether a program is a tool that checks or builds a project. A pattern that allows a launcher of such tools covers
 * this program, with its harmless words, without naming it. Paths are no such programs.
 */
export const isProjectTool = (program: string): boolean =>
  allSay(program, ({ projectTool }) => projectTool !== undefined)

const allSay = (program: string, says: (file: Program) => boolean): boolean => {
  const files = knownPrograms(program)
  return files.length > 0 && files.every((file) => file.names.includes(program) && says(file))
}
