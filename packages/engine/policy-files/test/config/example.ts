/** The example of the guide. */
export const example = `version: 1
default: { allowed: false }                  # a tool that \`tools\` does not name
tools:
  read_file:  { sandbox: host }
  shell:      { sandbox: host }
  http_get:   { sandbox: host, limits: { wall_time: 30s } }
  word_count: { sandbox: wasm, limits: { wall_time: 30s, memory: 64MiB, output: 1MiB } }
layers:
  global: { deny: [raw_exec] }
  roles:
    worker: { allow: ["group:read"], web_access: false }
    coder:  { allow: ["group:read", "group:write", shell], forbidden_tools: [http_post] }
  tasks:  { review: { read_only: true, no_web: true } }
agents:
  agent-1: { role: coder, tools: ["*"], fs: [{ path: /agents/agent-1, mode: rw }], net: ["*.example.org"] }
permissions:
  filesystem: { requires_approval: false, allowed_paths: [/agents] }
rules:
  deny:  ["shell(rm -rf:*)", "read_file(**/.env)"]
  ask:   ["shell(git push:*)"]
  allow: ["shell(git status:*)", "shell(npm run test:*)", "read_file(src/**)"]
tool_confirmation:
  default: { NONE: auto, READ: auto, WRITE: prompt, EXECUTE: prompt, NETWORK: prompt }
  per_tool: { git_status: auto }
  trusted_workspaces: [~/code/myproject]
  trusted_workspace_overrides: { EXECUTE: prompt }
quotas: { http_get: { per_session: 100, per_agent: 500, per_minute: 10 } }
tests:                                       # run by \`toolgate policy test\`
  - { call: { tool: shell, args: { command: "rm -rf /" } }, expect: deny }
programs: /etc/toolgate/programs
`
