export { type AddedPrograms, addPrograms, doubtfulProgram } from "./AddedPrograms.ts"
export type { HasOption } from "./AskedWord.ts"
export { isCodeFile, isNear, strangeCode, strangeWord } from "./addresses.ts"
export type { ClosedList } from "./ClosedList.ts"
export type { CommandPlace } from "./CommandPlace.ts"
export { commandName } from "./commandName.ts"
export type { Danger, Harm } from "./Danger.ts"
export { plainPath } from "./forms/plainPath.ts"
export { knownPrograms, plainProgramName, programNames, programsInScope, withPrograms } from "./knownPrograms.ts"
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
