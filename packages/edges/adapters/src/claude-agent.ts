export { type ClaudeOptions, createTools } from "./claude-agent/createTools.ts"
