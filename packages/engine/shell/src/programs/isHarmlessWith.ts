import { type HarmlessWith, harmlessWith, knownPrograms, type Program } from "@toolgate/program-facts"

/** Whether a program does no harm with some words or files. Paths are no such programs, because a path may lead to anything. */
export const isHarmlessWith = (program: string, what: HarmlessWith): boolean =>
  isSaid(program, (file) => file.harmlessWith !== undefined && rankOf(file.harmlessWith) <= rankOf(what))

const rankOf = (what: HarmlessWith): number => harmlessWith.indexOf(what)

/**
 * Whether a program is a tool that checks or builds a project. A pattern that allows a launcher of such tools covers
 * this program, with its harmless words, without naming it. Paths are no such programs.
 */
export const isProjectTool = (program: string): boolean =>
  isSaid(program, ({ projectTool }) => projectTool !== undefined)

/** Whether the first file about a program says something. A team's file about a program of this package says nothing of it. */
const isSaid = (program: string, says: (file: Program) => boolean): boolean => {
  const [file] = knownPrograms(program)
  return file?.names.includes(program) === true && says(file)
}
