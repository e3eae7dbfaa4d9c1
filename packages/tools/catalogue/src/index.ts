export type { Catalogue, CatalogueOptions } from "./catalogue/Catalogue.ts"
export { CatalogueInvalid } from "./catalogue/CatalogueInvalid.ts"
export { loadCatalogue, parseCatalogue } from "./catalogue/loadCatalogue.ts"
export type { Skill } from "./skills/Skill.ts"
