export { type FoundContent, findChanged, readContent, readContents } from "./contents/FileContents.ts"
export {
  findProgram,
  findRunFiles,
  findScripts,
  findsWorkInFolder,
  type RunFiles,
  resolveWordsAsPaths,
  searchRunFiles
} from "./contents/findScripts.ts"
export { installedPackages } from "./contents/ProjectReader.ts"
