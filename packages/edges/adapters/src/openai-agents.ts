export { toolsFor } from "./openai-agents/toolsFor.ts"
