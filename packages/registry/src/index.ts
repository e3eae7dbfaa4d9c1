export * as MapToolRegistry from "./MapToolRegistry.ts"
export { argumentBounds } from "./readArguments.ts"
export type { Subject } from "./Subject.ts"
export { validator } from "./validator.ts"
