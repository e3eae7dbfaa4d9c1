export { type FromMastraOptions, fromMastra } from "./mastra/fromMastra.ts"
export { toolsFor } from "./mastra/toolsFor.ts"
