export type { Hook, HookAnswer } from "./AppHooks.ts"
export * as AppHooks from "./AppHooks.ts"
export * as BoundedToolEvents from "./BoundedToolEvents.ts"
export { DispatchLimits } from "./DispatchLimits.ts"
export {
  type AssistantMessage,
  buildToolResultMessages,
  type TextBlock,
  type ToolMessage,
  type ToolResultBlock,
  type ToolUseBlock,
  toolResultBlock
} from "./messages.ts"
export { type BatchOptions, ToolDispatchEngine } from "./ToolDispatchEngine.ts"
