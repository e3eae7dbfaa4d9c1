export { defaultConfig } from "./config/defaultConfig.ts"
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
} from "./config/PolicyConfig.ts"
export { PolicyInvalid, type PolicyProblem, policyInvalid } from "./config/PolicyInvalid.ts"
export { type LayerSpec, policyLayer } from "./config/policyLayer.ts"
export { type PlacedRule, suggestRule, type TriedPolicy } from "./config/suggestRule.ts"
export * as DefaultPolicy from "./DefaultPolicy.ts"
export * as FlatPolicy from "./FlatPolicy.ts"
export { accessOf } from "./grant/accessOf.ts"
export { summarizeGrant } from "./grant/summarizeGrant.ts"
export * as HostPolicy from "./HostPolicy.ts"
export * as JudgePolicy from "./JudgePolicy.ts"
export { type ExplainedStep, type Explanation, type Policy, policyOf } from "./Policy.ts"
export type { Finding, PolicyPart } from "./PolicyPart.ts"
export { allowedPaths } from "./parts/allowedPaths.ts"
export { callers } from "./parts/callers.ts"
export { capabilities } from "./parts/capabilities.ts"
export { type Cascade, cascade } from "./parts/cascade.ts"
export { ceilings } from "./parts/ceilings.ts"
export { confirmation } from "./parts/confirmation.ts"
export { hostPaths } from "./parts/hostPaths.ts"
export { newHosts } from "./parts/newHosts.ts"
export { type Installed, routing } from "./parts/routing.ts"
export { toolHosts } from "./parts/toolHosts.ts"
export { toolList } from "./parts/toolList.ts"
export { turnCallers } from "./parts/turnCallers.ts"
export { protectedPaths } from "./protected/protectedPaths.ts"
export * as MemoryQuotaStore from "./quota/MemoryQuotaStore.ts"
export { Quotas } from "./quota/Quotas.ts"
export { describeResource } from "./rules/describeResource.ts"
export { type Rules, rules } from "./rules/rules.ts"
export { type RuntimePolicyOptions, runtimePolicyOf } from "./runtimePolicyOf.ts"
export { secretPaths } from "./secrets/secretPaths.ts"
export { meet, meetVerdicts } from "./verdict/meet.ts"
export { abstain, allow, ask, deny } from "./verdict/verdicts.ts"

// Knowledge of rules, selectors and names that needs no call, for code that reads, compares and explains
// configurations.

export { defaultConfirmation, modesOf } from "./config/defaultConfig.ts"
export { groupsUntil } from "./config/groupsUntil.ts"
export { layerFindings } from "./config/layerFindings.ts"
export { layersOf, type Mention, mentions } from "./config/mentions.ts"
export { adviseSelector, parseRule, selectorPattern } from "./config/parseRule.ts"
export { programsUntil } from "./config/programsUntil.ts"
export { rulesFor } from "./config/rulesFor.ts"
export { slips } from "./config/slips.ts"
export { builtInGroups, reachesNetwork, toolCategories } from "./config/toolGroups.ts"
export {
  includesName,
  isOfServers,
  isServerWildcard,
  isToolName,
  type NamedTool,
  type SelectorMatch,
  selectorMatch
} from "./config/toolSelectors.ts"
export { decidesWhatRuns, decidingVariable } from "./decidesWhatRuns.ts"
export { runsCommands } from "./declarations.ts"
export { confinementOf } from "./grant/confinementOf.ts"
export { grantOf } from "./grant/grantOf.ts"
export { naturalSandbox } from "./grant/naturalSandbox.ts"
export { ConfirmationModes, runsCode } from "./parts/confirmationModes.ts"
export { type CommandPattern, parseCommandPattern } from "./rules/CommandPattern.ts"
export { concerns, covers, isOption } from "./rules/commandMatches.ts"
export { exactRules } from "./rules/exactRules.ts"
export { HarmlessVariables } from "./rules/HarmlessVariables.ts"
export { quoteWord } from "./rules/quoteWord.ts"
export { patternFor, type RulePattern, selfEvident } from "./rules/RulePattern.ts"
export { withAllowRules } from "./rules/withAllowRules.ts"
