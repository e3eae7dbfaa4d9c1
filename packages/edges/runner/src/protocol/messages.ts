import {
  AgentResultMessage,
  AgentStartMessage,
  AgentStopMessage,
  ToolCallMessage,
  ToolCancelMessage
} from "./RunnerMessage.ts"
import {
  AgentEndedMessage,
  AgentStartedMessage,
  ApprovalPendingMessage,
  HelloMessage,
  ProtocolErrorMessage,
  ShutdownMessage,
  ToolOutputDeltaMessage,
  ToolResponseMessage,
  ToolsChangedMessage
} from "./SupervisorMessage.ts"

/** The messages of a runner, by `op`. */
export const runnerMessages = {
  tool_call: ToolCallMessage,
  tool_cancel: ToolCancelMessage,
  agent_start: AgentStartMessage,
  agent_stop: AgentStopMessage,
  agent_result: AgentResultMessage
}

/** The messages of a supervisor, by `op`. */
export const supervisorMessages = {
  hello: HelloMessage,
  tools_changed: ToolsChangedMessage,
  tool_response: ToolResponseMessage,
  tool_output_delta: ToolOutputDeltaMessage,
  approval_pending: ApprovalPendingMessage,
  shutdown: ShutdownMessage,
  agent_started: AgentStartedMessage,
  agent_ended: AgentEndedMessage,
  protocol_error: ProtocolErrorMessage
}
