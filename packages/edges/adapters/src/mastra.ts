export { createTools } from "./mastra/createTools.ts"
export { type FromMastraOptions, fromMastra } from "./mastra/fromMastra.ts"
