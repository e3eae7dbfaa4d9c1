export { type FoundContent, findChanged, readContent, readContents } from "./contents/FileContents.ts"
export {
  findsWorkInFolder,
  findProgram,
  findRunFiles,
  findScripts,
  type RunFiles,
  searchRunFiles,
  resolveWordsAsPaths
} from "./contents/findScripts.ts"
export { installedPackages } from "./contents/ProjectReader.ts"
