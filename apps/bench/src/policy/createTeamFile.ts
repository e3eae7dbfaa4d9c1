import type { PolicyConfig } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"

/**
 * Returns a policy as a team might write it, with further rules about other tools. The tools are those of
 * `cases/everything`.
 */
export const createTeamFile = (rules: number): PolicyConfig =>
  Effect.runSync(parsePolicy(textOf(rules), "toolgate.yaml"))

const textOf = (rules: number) => `
version: 1
default: { allowed: false }
tools:
  async: { sandbox: host }
  sync: { sandbox: host }
  shell: { sandbox: host, limits: { wall_time: 30s } }
layers:
  global: { deny: [raw_exec] }
  roles:
    worker: { allow: ["group:read"], web_access: false }
    coder: { allow: ["group:read", "group:write", shell], forbidden_tools: [http_post] }
  tasks: { review: { read_only: true, no_web: true } }
agents:
  default: { role: worker, tools: ["*"] }
  agent-1: { role: coder, tools: ["*"], net: ["*.example.org"] }
permissions:
  filesystem: { requires_approval: false }
rules:
  deny: ["shell(rm -rf:*)", "read_file(**/.env)"${Array.from({ length: rules }, (_, at) => `, tool_${at}`).join("")}]
  ask: ["shell(git push:*)"]
  allow: ["shell(git status:*)", "read_file(src/**)"]
tool_confirmation:
  default: { NONE: auto, READ: auto, WRITE: prompt, EXECUTE: prompt, NETWORK: prompt }
quotas: { shell: { per_session: 100, per_minute: 10 } }
`
