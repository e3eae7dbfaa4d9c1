export * as MapToolRegistry from "./MapToolRegistry.ts"
export { argumentBounds } from "./readArguments.ts"
