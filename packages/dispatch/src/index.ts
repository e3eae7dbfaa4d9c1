export type { Hook } from "./AppHooks.ts"
export * as AppHooks from "./AppHooks.ts"
export * as BoundedToolEvents from "./BoundedToolEvents.ts"
export type { DispatchOptions } from "./Calls.ts"
export { DispatchLimits } from "./DispatchLimits.ts"
export type { HookAnswer } from "./hookAnswer.ts"
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
