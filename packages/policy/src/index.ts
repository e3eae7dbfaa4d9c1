export { accessOf } from "./accessOf.ts"
export { allowedPaths } from "./allowedPaths.ts"
export { callers } from "./callers.ts"
export { capabilities } from "./capabilities.ts"
export { type Cascade, cascade } from "./cascade.ts"
export { ceilings } from "./ceilings.ts"
export { confinementOf } from "./confinementOf.ts"
export { confirmation } from "./confirmation.ts"
export { ConfirmationModes, runsCode } from "./confirmationModes.ts"
export * as DefaultPolicy from "./DefaultPolicy.ts"
export { decidesWhatRuns, decidingVariable } from "./decidesWhatRuns.ts"
export { runsCommands } from "./declarations.ts"
export { defaultConfig, defaultConfirmation, modesOf } from "./defaultConfig.ts"
export { grantOf } from "./grantOf.ts"
export { groupsUntil } from "./groupsUntil.ts"
export * as HostPolicy from "./HostPolicy.ts"
export { layerFindings } from "./layerFindings.ts"
export { meet, meetVerdicts } from "./meet.ts"
export { isToolName, layersOf, type Mention, mentions } from "./mentions.ts"
export { naturalSandbox } from "./naturalSandbox.ts"
export { nearest } from "./nearest.ts"
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
export { parseRule, selectorPattern } from "./parseRule.ts"
export { type LayerSpec, policyLayer } from "./policyLayer.ts"
export { protectedPaths } from "./protected/protectedPaths.ts"
export { Quotas } from "./Quotas.ts"
export { plainly, quoted } from "./quoted.ts"
export { type Installed, routing } from "./routing.ts"
export { type CommandPattern, parseCommandPattern } from "./rules/CommandPattern.ts"
export { concerns, covers, isOption } from "./rules/commandMatches.ts"
export { describeResource } from "./rules/describeResource.ts"
export { patternFor, type RulePattern, selfEvident } from "./rules/RulePattern.ts"
export { type Rules, rules } from "./rules/rules.ts"
export { rulesFor } from "./rulesFor.ts"
export { type SettleOptions, settle } from "./settle.ts"
export { slips } from "./slips.ts"
export { builtInGroups, reachesNetwork, toolCategories } from "./toolGroups.ts"
export { toolHosts } from "./toolHosts.ts"
export { toolList } from "./toolList.ts"
export { type SelectorMatch, selectorMatch } from "./toolSelectors.ts"
export { unknownName } from "./unknownName.ts"
export { allow, ask, deny } from "./verdicts.ts"
