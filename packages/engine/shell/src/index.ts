export type { AddedPrograms, DangerousWord, Fact, ProgramFacts, ProgramFile } from "@toolgate/program-facts"
export {
  addPrograms,
  getCommandName,
  getProgramsInScope,
  listProgramNames,
  makeDoubtfulProgram,
  normalizeProgramName,
  withPrograms
} from "@toolgate/program-facts"
export { fitsForm } from "./fitsForm.ts"
export type { GrammarFiles } from "./GrammarFiles.ts"
export { isHarmlessVariable } from "./isHarmlessVariable.ts"
export { namesReader } from "./namesReader.ts"
export {
  countHarmlessOptions,
  findDangerousWords,
  getOptionSynonyms,
  getProgramFacts,
  isKnownProgram,
  normalizeSubcommand,
  writesOperands
} from "./programs.ts"
export { type Act, isSameOption, readAct } from "./readAct.ts"
export type { CommandPart, LooseWord, ShellPart } from "./ShellPart.ts"
export { loadShellSyntax, type ShellSyntax } from "./ShellSyntax.ts"
export type { Dialect } from "./scanWord.ts"
export { findSecretsInCommands } from "./secrets/findSecretsInCommands.ts"
export { findSecretsInWords, type SecretInWord } from "./secrets/findSecretsInWords.ts"
export { findInputSecret } from "./secrets/inputSecrets.ts"
export type { SecretInText } from "./secrets/SecretInText.ts"
export { findCommandsWithin, type StartedCommands } from "./started/findCommandsWithin.ts"
export { unwrapCommand } from "./unwrapCommand.ts"
