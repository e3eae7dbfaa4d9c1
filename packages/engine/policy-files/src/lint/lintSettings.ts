import { isBeneath } from "@toolgate/core/access"
import { ConfirmationModes, getToolRules, runsCode } from "@toolgate/policy"
import type { Linted, LintedFile } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/**
 * Returns findings about settings that have a wider effect than they seem to, such as trust in a whole home folder, or
 * one answer for every command.
 */
export const lintSettings = (linted: Linted): ReadonlyArray<LintFinding> =>
  linted.files.flatMap((file) => [
    ...trustedHomeFolders(file, linted),
    ...askedOnce(file, linted),
    ...looseningSessions(file),
    ...deniedWithNetwork(file, linted),
    ...unusedRoles(file, linted)
  ])

const trustedHomeFolders = ({ config: { confirmation } }: LintedFile, { home }: Linted): ReadonlyArray<LintFinding> =>
  (confirmation?.trustedWorkspaces ?? []).flatMap(({ path, source }) =>
    path === "/" || /^[A-Za-z]:\\$/.test(path) || (home !== undefined && isBeneath(home, path))
      ? [
          {
            source,
            level: "warning",
            code: "trusted-workspace",
            message: `the trusted workspace "${path}" contains ${path === home ? "your whole home folder" : "whole home folders"}, so writes anywhere in it need no approval; list single projects instead`
          }
        ]
      : []
  )

const askedOnce = ({ config: { confirmation } }: LintedFile, { toolNamed }: Linted): ReadonlyArray<LintFinding> => {
  if (confirmation === undefined) return []
  const { default: modes, perTool, perSession } = confirmation
  const places = [
    ["the class EXECUTE", modes.EXECUTE] as const,
    ...[...perTool].flatMap(([name, mode]) =>
      toolNamed(name)?.sideEffects === "EXECUTE" ? [[`tool "${name}"`, mode] as const] : []
    ),
    ...[...perSession].flatMap(([name, classes]) => {
      const mode = classes.get("EXECUTE")
      return mode === undefined ? [] : [[`the class EXECUTE in session "${name}"`, mode] as const]
    })
  ]
  return places.flatMap(([what, { mode, source }]) =>
    mode === "prompt_once"
      ? [
          {
            source,
            level: "note",
            code: "confirmation",
            message: `prompt_once for ${what}: the first answer covers every later command of the session`
          }
        ]
      : []
  )
}

/**
 * Returns findings about tools that run code and are denied because the mode of NETWORK is deny, although they could
 * run without a network.
 */
const deniedWithNetwork = ({ config }: LintedFile, { files, tools }: Linted): ReadonlyArray<LintFinding> => {
  const { confirmation } = config
  const denied = confirmation?.default.NETWORK
  if (confirmation === undefined || denied?.mode !== "deny") return []
  if (files.some(({ config: { agents } }) => [...(agents?.values() ?? [])].some(({ net }) => net !== undefined)))
    return []
  const modes = new ConfirmationModes(confirmation)
  const held = tools.filter(
    (tool) =>
      runsCode(tool) &&
      modes.of(tool).mode !== "deny" &&
      modes.ofTool(tool) === undefined &&
      files.every(({ config: one }) =>
        getToolRules(one, tool).every(({ net, allowed }) => net === undefined && allowed)
      )
  )
  return held.map(({ name }) => ({
    source: denied.source,
    level: "note",
    code: "confirmation",
    message: `the mode deny of NETWORK also denies tool "${name}", which runs code and could connect; with "net: []", the tool runs without a network`
  }))
}

const looseningSessions = ({ config: { confirmation } }: LintedFile): ReadonlyArray<LintFinding> => {
  if (confirmation?.sessionsMayLoosen !== true) return []
  const { perSession, source } = confirmation
  return [
    perSession.size === 0
      ? {
          source,
          level: "note",
          code: "confirmation",
          message: "sessions_may_loosen changes nothing: per_session names no session"
        }
      : {
          source,
          level: "warning",
          code: "confirmation",
          message: `sessions_may_loosen: a call in one of the sessions ${[...perSession.keys()].join(", ")} may need fewer confirmations than in other sessions`
        }
  ]
}

const unusedRoles = ({ config: { agents, layers } }: LintedFile, { files }: Linted): ReadonlyArray<LintFinding> => {
  if (agents === undefined) return []
  const used = new Set(files.flatMap(({ config }) => [...(config.agents?.values() ?? [])].map(({ role }) => role)))
  return [...(layers.roles ?? [])].flatMap(([role, { source }]) => {
    if (used.has(role)) return []
    const elsewhere = files.find(({ config }) => config.layers.roles?.has(role) === false)
    return [
      {
        source,
        level: "note",
        code: "unused-role",
        message:
          elsewhere === undefined
            ? `no agent has the role "${role}"; the role holds only for calls that name it`
            : `no agent has the role "${role}", and ${elsewhere.config.name} denies calls that name the role, because its roles do not include it`
      }
    ]
  })
}
