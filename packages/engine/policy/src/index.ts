export { accessOf } from "./accessOf.ts"
export { allowedPaths } from "./allowedPaths.ts"
export { callers } from "./callers.ts"
export { capabilities } from "./capabilities.ts"
export { type Cascade, cascade } from "./cascade.ts"
export { ceilings } from "./ceilings.ts"
export { confirmation } from "./confirmation.ts"
export * as DefaultPolicy from "./DefaultPolicy.ts"
export { defaultConfig } from "./defaultConfig.ts"
export * as FlatPolicy from "./FlatPolicy.ts"
export * as HostPolicy from "./HostPolicy.ts"
export { hostPaths } from "./hostPaths.ts"
export * as JudgePolicy from "./JudgePolicy.ts"
export * as MemoryQuotaStore from "./MemoryQuotaStore.ts"
export { meet, meetVerdicts } from "./meet.ts"
export { newHosts } from "./newHosts.ts"
export { type ExplainedStep, type Explanation, type Policy, policyOf } from "./Policy.ts"
export type {
  AgentCapabilities,
  ConfirmationMode,
  ConfirmationSettings,
  FileCapability,
  FlatPermissions,
  HostSelector,
  PermissionSettings,
  PolicyConfig,
  PolicyLayer,
  PolicyLayers,
  PolicyPrograms,
  PolicyRules,
  PolicyTest,
  ProtectedPattern,
  Quota,
  Rule,
  Sourced,
  SourcedMode,
  TestContext,
  ToolGroup,
  ToolRule,
  ToolSelector,
  VariableName
} from "./PolicyConfig.ts"
export { PolicyInvalid, type PolicyProblem, policyInvalid } from "./PolicyInvalid.ts"
export type { Finding, PolicyPart } from "./PolicyPart.ts"
export { type LayerSpec, policyLayer } from "./policyLayer.ts"
export { protectedPaths } from "./protected/protectedPaths.ts"
export { Quotas } from "./Quotas.ts"
export { type Installed, routing } from "./routing.ts"
export { describeResource } from "./rules/describeResource.ts"
export { type Rules, rules } from "./rules/rules.ts"
export { type RuntimePolicyOptions, runtimePolicyOf } from "./runtimePolicyOf.ts"
export { secretPaths } from "./secrets/secretPaths.ts"
export { type PlacedRule, suggestRule, type TriedPolicy } from "./suggestRule.ts"
export { summarizeGrant } from "./summarizeGrant.ts"
export { toolHosts } from "./toolHosts.ts"
export { toolList } from "./toolList.ts"
export { turnCallers } from "./turnCallers.ts"
export { abstain, allow, ask, deny } from "./verdicts.ts"

// Knowledge of rules, selectors and names that needs no call, for code that reads, compares and explains
// configurations.

export { confinementOf } from "./confinementOf.ts"
export { ConfirmationModes, runsCode } from "./confirmationModes.ts"
export { decidesWhatRuns, decidingVariable } from "./decidesWhatRuns.ts"
export { runsCommands } from "./declarations.ts"
export { defaultConfirmation, modesOf } from "./defaultConfig.ts"
export { grantOf } from "./grantOf.ts"
export { groupsUntil } from "./groupsUntil.ts"
export { layerFindings } from "./layerFindings.ts"
export { layersOf, type Mention, mentions } from "./mentions.ts"
export { naturalSandbox } from "./naturalSandbox.ts"
export { adviseSelector, parseRule, selectorPattern } from "./parseRule.ts"
export { programsUntil } from "./programsUntil.ts"
export { type CommandPattern, parseCommandPattern } from "./rules/CommandPattern.ts"
export { concerns, covers, isOption } from "./rules/commandMatches.ts"
export { exactRules } from "./rules/exactRules.ts"
export { HarmlessVariables } from "./rules/HarmlessVariables.ts"
export { quoteWord } from "./rules/quoteWord.ts"
export { patternFor, type RulePattern, selfEvident } from "./rules/RulePattern.ts"
export { withAllowRules } from "./rules/withAllowRules.ts"
export { rulesFor } from "./rulesFor.ts"
export { slips } from "./slips.ts"
export { builtInGroups, reachesNetwork, toolCategories } from "./toolGroups.ts"
export {
  includesName,
  isOfServers,
  isServerWildcard,
  isToolName,
  type NamedTool,
  type SelectorMatch,
  selectorMatch
} from "./toolSelectors.ts"
