export { defaultConfig } from "./config/defaultConfig.ts"
export { type LayerSpec, makePolicyLayer } from "./config/makePolicyLayer.ts"
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
export { makePolicyInvalid, PolicyInvalid, type PolicyProblem } from "./config/PolicyInvalid.ts"
export { type LocatedRule, suggestRule, type TriedPolicy } from "./config/suggestRule.ts"
export * as DefaultPolicy from "./DefaultPolicy.ts"
export * as FlatPolicy from "./FlatPolicy.ts"
export { resolveAccess } from "./grant/resolveAccess.ts"
export { summarizeGrant } from "./grant/summarizeGrant.ts"
export * as HostPolicy from "./HostPolicy.ts"
export * as JudgePolicy from "./JudgePolicy.ts"
export { makeRuntimePolicy, type RuntimePolicyOptions } from "./makeRuntimePolicy.ts"
export { type ExplainedStep, type Explanation, makePolicy, type Policy } from "./Policy.ts"
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
export { ReplaceablePolicy } from "./ReplaceablePolicy.ts"
export { describeResource } from "./rules/describeResource.ts"
export { type Rules, rules } from "./rules/rules.ts"
export { secretPaths } from "./secrets/secretPaths.ts"
export { meet, meetVerdicts } from "./verdict/meet.ts"
export { abstain, allow, ask, deny } from "./verdict/verdicts.ts"

// Knowledge of rules, selectors and names that needs no call, for code that reads, compares and explains
// configurations.

export { applyLayer } from "./config/applyLayer.ts"
export { collectGroups } from "./config/collectGroups.ts"
export { collectPrograms } from "./config/collectPrograms.ts"
export { defaultConfirmation, fillModes } from "./config/defaultConfig.ts"
export { findMisspelledTools } from "./config/findMisspelledTools.ts"
export { getToolRules } from "./config/getToolRules.ts"
export { listLayers, listToolReferences, type ToolReference } from "./config/listToolReferences.ts"
export { adviseSelector, parseRule, selectorPattern } from "./config/parseRule.ts"
export { builtInGroups, reachesNetwork, toolCategories } from "./config/toolGroups.ts"
export {
  includesName,
  isOfServers,
  isServerWildcard,
  isToolName,
  makeSelectorMatch,
  type NamedTool,
  type SelectorMatch
} from "./config/toolSelectors.ts"
export { decidesWhatRuns, findDecidingVariable } from "./decidesWhatRuns.ts"
export { runsCommands } from "./declarations.ts"
export { chooseSandbox } from "./grant/chooseSandbox.ts"
export { makeGrant } from "./grant/makeGrant.ts"
export { resolveConfinement } from "./grant/resolveConfinement.ts"
export { ConfirmationModes, runsCode } from "./parts/confirmationModes.ts"
export { addAllowRules } from "./rules/addAllowRules.ts"
export { type CommandPattern, parseCommandPattern } from "./rules/CommandPattern.ts"
export { concerns, covers, isOption } from "./rules/commandMatches.ts"
export { HarmlessVariables } from "./rules/HarmlessVariables.ts"
export { quoteWord } from "./rules/quoteWord.ts"
export { parsePatternForTool, parseStandalonePattern, type RulePattern } from "./rules/RulePattern.ts"
export { writeExactRules } from "./rules/writeExactRules.ts"
