import { serverSchema, serverShape } from "@toolgate/server/settings"

/** Formats a file of settings in which every key is explained, and none is set. */
export const formatServerSettings = (): string => {
  const properties = Object.entries(serverShape.schema.properties ?? {})
  const lines = properties.flatMap(([key, value]) => {
    const { description = "" } = value as { readonly description?: string }
    return [`# ${description}`, `# ${key}: ${examples[key] ?? ""}`, ""]
  })
  return [
    `# yaml-language-server: $schema=./${schemaName}`,
    '# The settings of "toolgate serve". A flag takes the place of the key of its name.',
    "",
    ...lines,
    "{}",
    ""
  ].join("\n")
}

/** The name of the schema beside the settings, for editors. */
export const schemaName = "server.schema.json"

/** Formats the schema of the settings. */
export const formatServerSchema = (): string => `${JSON.stringify(serverSchema, null, 2)}\n`

const examples: Readonly<Record<string, string>> = {
  listen: "127.0.0.1:7333",
  socket: "~/.local/state/toolgate/server.sock",
  workspace: "~/project",
  policy: "[~/team/toolgate.yaml]",
  mcp: "~/.config/toolgate/mcp.yaml",
  hosts: "[gate.example.com]",
  origins: '["https://console.example.com"]',
  tls: "{ certificate: /etc/toolgate/cert.pem, key: /etc/toolgate/key.pem }",
  oidc: "{ issuer: https://login.example.com, audience: toolgate, jwks: https://login.example.com/keys, roles: { claim: [groups], grants: [{ value: on-call, rights: [decide, read] }] } }",
  proxy: "{ addresses: [10.0.0.7], header: x-forwarded-user, rights: [decide, read] }",
  limits: "{ requestsPerSecond: 1000, body: 4MiB, grace: 5s }",
  webhooks: `[{ url: "https://chat.example.com/hook", secret: "\${env:CHAT_SECRET}" }]`,
  publicUrl: '"https://gate.example.com"'
}
