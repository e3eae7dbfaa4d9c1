export { type AddedPrograms, addPrograms, makeDoubtfulProgram } from "./AddedPrograms.ts"
export type { HasOption } from "./AskedWord.ts"
export { checkCode, checkUnknownWord, isCodeFile, isNear } from "./addresses.ts"
export type { ClosedList } from "./ClosedList.ts"
export type { CommandPosition } from "./CommandPosition.ts"
export type { Danger, Harm } from "./Danger.ts"
export {
  findKnownPrograms,
  getProgramsInScope,
  listProgramNames,
  normalizeProgramName,
  withPrograms
} from "./findKnownPrograms.ts"
export { normalizePath } from "./forms/normalizePath.ts"
export { getCommandName } from "./getCommandName.ts"
export type { Launcher } from "./Launcher.ts"
export { isOutside } from "./outside.ts"
export {
  type DangerousWord,
  type Fact,
  type HarmlessWith,
  harmlessWith,
  type Program,
  type ProgramFacts,
  type Spelling,
  type WordForm
} from "./Program.ts"
export type { ProgramFile } from "./ProgramFile.ts"
export { isPublishingTarget } from "./publishingTarget.ts"
export { readOption, type WrittenOption } from "./readOption.ts"
export { readPattern } from "./readPattern.ts"
