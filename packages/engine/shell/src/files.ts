export { readGrammarFiles } from "./readGrammarFiles.ts"
