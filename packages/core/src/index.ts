export type { AdminAct, AdminAction } from "./AdminAct.ts"
export type { ApprovalDecision } from "./ApprovalDecision.ts"
export { type ApprovalEvent, type ApprovalView, mostApprovalViews } from "./ApprovalEvent.ts"
export type { ApprovalRequest } from "./ApprovalRequest.ts"
export { type ApprovalState, approvalStates, endedStates } from "./ApprovalState.ts"
export {
  type ApprovalChange,
  type ApprovalFilter,
  type ApprovalKeys,
  ApprovalStore,
  type NewApproval,
  type StoredApproval,
  type StoredDecision
} from "./ApprovalStore.ts"
export { type Approval, type ApprovalQuestion, Approvals, AskingTime, type RuleSuggestion } from "./Approvals.ts"
export {
  type ArtifactBytes,
  type ArtifactLimits,
  artifactLimits,
  checkArtifactSpace,
  computeArtifactExpiry,
  isArtifactRef
} from "./ArtifactLimits.ts"
export {
  type Artifact,
  type ArtifactOwner,
  type ArtifactRange,
  ArtifactStore,
  ArtifactsFull,
  clampArtifactRange,
  type NewArtifact,
  type OwnedArtifact
} from "./ArtifactStore.ts"
export type { AttachedApproval } from "./AttachedApproval.ts"
export { type AuditEntry, AuditLog, type DecidedBy } from "./AuditLog.ts"
export type { AuditStore, IntentResult } from "./AuditStore.ts"
export { type Awaitable, makeAwaitable } from "./Awaitable.ts"
export { addRecipe } from "./addRecipe.ts"
export { approvalUsed } from "./approvalUsed.ts"
export { type CallClaim, CallClaims, type ClaimEnd, type KeyClaim, type NotClaimed } from "./CallClaims.ts"
export { CallExtension, type ExtendedCall, type ExtensibleCall } from "./CallExtension.ts"
export { type AwaitedApprovals, type ChainRun, ChainRuns, type NewChainRun } from "./ChainRuns.ts"
export { cachePerFrozenObject, cachePerObject } from "./cachePerObject.ts"
export { getCallContext, isAlone, isChild, makeChildCaller } from "./callers.ts"
export type { DecidedApproval, EscalationAnswer } from "./DecidedApproval.ts"
export type {
  Asker,
  Caller,
  Ceiling,
  ChainCaller,
  Deferral,
  DirectCaller,
  DispatchContext,
  OutputStream,
  Principal
} from "./DispatchContext.ts"
export { DispatchHooks } from "./DispatchHooks.ts"
export { defineHostedTool, type HostedToolOptions, isHosted } from "./defineHostedTool.ts"
export {
  type ArgsOf,
  type CommandOptions,
  defineTool,
  type GuestOptions,
  type ToolOptions
} from "./defineTool.ts"
export { describeBlock } from "./describeBlock.ts"
export {
  type Access,
  type Bound,
  type Confinement,
  commandLimits,
  type Enforcement,
  type ExecutionGrant,
  type FileAccess,
  type FileAccessSummary,
  type FileException,
  type GrantSummary,
  type HostAccess,
  type LimitName,
  type ResourceLimits,
  type SandboxName,
  sandboxNames,
  unenforced,
  unlimited
} from "./ExecutionGrant.ts"
export { escapeHidden, hasHidden } from "./escapeHidden.ts"
export { explainFileError } from "./explainFileError.ts"
export { FairQueue, getQueueShare, type Queued, type QueueShare, type ShareBounds } from "./FairQueue.ts"
export {
  FairSlots,
  queueBusy,
  queueMs,
  type SlotBounds,
  type SlotTicket,
  type SlotWaiter,
  shareSlots
} from "./FairSlots.ts"
export type { ApprovedFile, FileContent } from "./FileContent.ts"
export { FileFailed, type FileFailedReason } from "./FileFailed.ts"
export { type Containment, FileSystems } from "./FileSystems.ts"
export type { ByteRange, FileEntry, FileKind, FileStat, Files, Patched, Written } from "./Files.ts"
export { fillCommand, listPlaceholders, type WordFault } from "./fillCommand.ts"
export { findFieldFault, listChoices } from "./findFieldFault.ts"
export { describeUnknownName, findNearest, isMisspelling, sortByDistance } from "./findNearest.ts"
export type { GuestSources } from "./GuestSources.ts"
export type { Judgement } from "./Judgement.ts"
export type { Args, Json, JsonObject } from "./json/Json.ts"
export { hasItemStep, listArgumentPointers } from "./listArgumentPointers.ts"
export { locateOffset, type TextPosition } from "./locateOffset.ts"
export { LoggedArgs, logOfCall } from "./logOfCall.ts"
export { makeWellFormed } from "./makeWellFormed.ts"
export type { ObservedBy, ObservedUse, Standing } from "./ObservedUse.ts"
export { OutputFitting } from "./OutputFitting.ts"
export {
  type Decider,
  type DecisionOutcome,
  type FoundQuestion,
  PendingApprovals,
  type QuestionActor,
  type QuestionBounds,
  type QuestionEnd,
  type QuestionFilter,
  type QuestionView,
  type WithdrawalOutcome
} from "./PendingApprovals.ts"
export type { PermissionRequest } from "./PermissionRequest.ts"
export type { ApprovalClaim, Permit, PermitApproval, RuleRef } from "./Permit.ts"
export { type Pin, PinStore } from "./PinStore.ts"
export * as ProviderSandbox from "./ProviderSandbox.ts"
export { pickDefinition } from "./pickDefinition.ts"
export { type QuotaCount, QuotaStore } from "./QuotaStore.ts"
export { escapeUnprintable, quoted } from "./quoted.ts"
export { RecentMap } from "./RecentMap.ts"
export {
  type ErrorClass,
  type ErrorSlug,
  type Gated,
  type PendingApproval,
  type Refused,
  refusals,
  refuse,
  refused
} from "./Refused.ts"
export type {
  ArgumentDeclaration,
  CommandDeclaration,
  CommandResource,
  FileDeclaration,
  FileMode,
  FileResource,
  HostDeclaration,
  HostResource,
  LooseWord,
  NeededFolder,
  OpaqueResource,
  OutsideWord,
  ResolvedPath,
  Resource,
  ResourceDeclaration,
  UnreadResource,
  UrlDeclaration,
  WordsDeclaration
} from "./Resource.ts"
export { Resources } from "./Resources.ts"
export { type PolicySource, type ResumableCall, ResumableCalls } from "./ResumableCalls.ts"
export { type ArgumentsEdited, RuntimePolicy } from "./RuntimePolicy.ts"
export { readTraceparent } from "./readTraceparent.ts"
export { type PromisedRan, type Run, type RunHandles, type Sandbox, Sandboxes, type Stoppable } from "./Sandboxes.ts"
export type {
  BrokerAnswer,
  BrokeredCall,
  BrokeredGuest,
  BrokeredRun,
  BrokerHandles,
  ChildOptions,
  RunRecording,
  ScriptBroker,
  WrittenScript
} from "./ScriptBroker.ts"
export { type SessionFilter, SessionStore, type StoredSession } from "./SessionStore.ts"
export { listEffects, type SideEffect, type SideEffectClass, sideEffectClasses, sideEffects } from "./SideEffect.ts"
export type { StandardSchema } from "./StandardSchema.ts"
export { StoreUnavailable } from "./StoreUnavailable.ts"
export { type Token, type TokenRight, TokenStore, tokenRights } from "./TokenStore.ts"
export type {
  CommandImplementation,
  DescribedImplementation,
  FunctionImplementation,
  PermissionType,
  PrintedOutput,
  ProgramOutput,
  ProviderImplementation,
  RegisteredTool,
  Schema,
  ScriptImplementation,
  Tool,
  ToolDefinition,
  ToolExample,
  ToolImplementation,
  ToolRisk,
  WasmImplementation
} from "./Tool.ts"
export { ToolBatch } from "./ToolBatch.ts"
export { calledBy, type ProgramCaller, type ToolCall } from "./ToolCall.ts"
export type { ToolDescription } from "./ToolDescription.ts"
export {
  ToolCancelled,
  ToolError,
  ToolExecutionError,
  ToolNotFound,
  ToolOutcomeUnknown,
  ToolPermissionDenied,
  ToolTimeout,
  ToolValidationError
} from "./ToolError.ts"
export { type EventCall, type EventListener, type EventsLost, type ToolEvent, ToolEvents } from "./ToolEvents.ts"
export type { Ran, Replayed, ToolExecution } from "./ToolExecution.ts"
export type {
  AskedForm,
  AskForm,
  FormAnswer,
  FormEnd,
  FormField,
  FormSchema,
  ModelPrompt,
  PromptBlock,
  PromptMessage,
  ToolForm
} from "./ToolForm.ts"
export type { ToolContext, ToolInstance, ToolLogger } from "./ToolInstance.ts"
export { type ContentBlock, isToolOutput, type ToolOutput, textOf, toolOutput } from "./ToolOutput.ts"
export { type AdmissionCheck, type ToolChange, ToolRegistrationError, ToolRegistry } from "./ToolRegistry.ts"
export { explainWhyAlone, isReadOnly } from "./turnTools.ts"
export type { Allowed, Asked, Denied, GrantBounds, Judge, Verdict } from "./Verdict.ts"
export { Visibility } from "./Visibility.ts"
export type { WasmOptions } from "./WasmOptions.ts"
export {
  type AttemptEnd,
  type TakenWebhook,
  type TakenWebhooks,
  type WebhookDelivery,
  WebhookQueue
} from "./WebhookQueue.ts"
export { resolveWallTime, wallTimeExceeded } from "./wallTime.ts"
