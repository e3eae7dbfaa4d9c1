export { type FromOpenAiAgentsOptions, fromOpenAiAgents } from "./openai-agents/fromOpenAiAgents.ts"
export { toolsFor } from "./openai-agents/toolsFor.ts"
