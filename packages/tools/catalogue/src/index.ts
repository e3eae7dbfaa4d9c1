export { CatalogueInvalid } from "./catalogue/CatalogueInvalid.ts"
export type { Skill } from "./skills/Skill.ts"
