export type { Catalogue, CatalogueOptions } from "./catalogue/Catalogue.ts"
export { CatalogueInvalid } from "./catalogue/CatalogueInvalid.ts"
export { loadCatalogue, parseCatalogue } from "./catalogue/loadCatalogue.ts"
export { type ImportedOpenApi, type ImportOptions, importOpenApi } from "./openapi/importOpenApi.ts"
export { longestOpenApi } from "./openapi/readDocument.ts"
export {
  type ListedPluginTool,
  PluginLoader,
  type PluginLoaderOptions,
  type PluginsLoaded
} from "./plugins/PluginLoader.ts"
export type { PluginProblem } from "./plugins/PluginProblem.ts"
export { reloadPluginsTool } from "./plugins/reloadPluginsTool.ts"
export { type LoadedSkills, loadSkills } from "./skills/loadSkills.ts"
export { promptOf } from "./skills/promptOf.ts"
export { isSkill, type Skill } from "./skills/Skill.ts"
export type { SkillProblem } from "./skills/SkillProblem.ts"
export { skillTool } from "./skills/skillTool.ts"
export { toolsUnderSkills } from "./skills/toolsUnderSkills.ts"
export { unknownSkillTools } from "./skills/unknownSkillTools.ts"
