export { toolsFor } from "./mastra/toolsFor.ts"
