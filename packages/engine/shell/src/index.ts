export type { AddedPrograms, DangerousWord, Fact, ProgramFacts, ProgramFile } from "@toolgate/program-facts"
export {
  addPrograms,
  commandName,
  doubtfulProgram,
  plainProgramName,
  programNames,
  programsInScope,
  withPrograms
} from "@toolgate/program-facts"
export { fitsForm } from "./fitsForm.ts"
export { isHarmlessVariable } from "./isHarmlessVariable.ts"
export type { GrammarFiles } from "./loadGrammar.ts"
export { namesReader } from "./namesReader.ts"
export {
  dangersIn,
  harmlessOptionsBefore,
  isKnownProgram,
  optionSynonyms,
  programFacts,
  subcommandNamed,
  writesOperands
} from "./programs.ts"
export { type Act, isSameOption, readAct } from "./readAct.ts"
export type { CommandPart, LooseWord, ShellPart } from "./ShellPart.ts"
export { loadShellSyntax, type ShellSyntax } from "./ShellSyntax.ts"
export type { Dialect } from "./scanWord.ts"
export { inputSecretOf } from "./secrets/inputSecrets.ts"
export type { SecretInText } from "./secrets/SecretInText.ts"
export { secretsInCommands } from "./secrets/secretsInCommands.ts"
export { type SecretInWord, secretsInWords } from "./secrets/secretsInWords.ts"
export { commandsWithin, type StartedCommands } from "./started/commandsWithin.ts"
export { unwrapped } from "./unwrapped.ts"
