export { type ClaudeOptions, toolsFor } from "./claude-agent/toolsFor.ts"
