export { toolsFor } from "./langchain/toolsFor.ts"
