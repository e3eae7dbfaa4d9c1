export { createTools } from "./openai-agents/createTools.ts"
export { type FromOpenAiAgentsOptions, fromOpenAiAgents } from "./openai-agents/fromOpenAiAgents.ts"
