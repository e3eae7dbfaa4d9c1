import { findKnownPrograms, type HarmlessWith, harmlessWith, type Program } from "@toolgate/program-facts"

/**
 * Whether a program is harmless with some words or files. A path is never harmless, because it may lead to any
 * program.
 */
export const isHarmlessWith = (program: string, what: HarmlessWith): boolean =>
  isSaid(program, (file) => file.harmlessWith !== undefined && rankOf(file.harmlessWith) <= rankOf(what))

const rankOf = (what: HarmlessWith): number => harmlessWith.indexOf(what)

/**
 * Whether a program is a tool that checks or builds a project. A pattern that allows a launcher of such tools covers
 * this program, with its harmless words, without naming it. A path never counts.
 */
export const isProjectTool = (program: string): boolean =>
  isSaid(program, ({ projectTool }) => projectTool !== undefined)

/**
 * Whether the first file about a program states a fact. A team's file cannot state it for a program of this package.
 */
const isSaid = (program: string, says: (file: Program) => boolean): boolean => {
  const [file] = findKnownPrograms(program)
  return file?.names.includes(program) === true && says(file)
}
