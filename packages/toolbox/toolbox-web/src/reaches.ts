/** The common part of all web tools. Their answers are untrusted text, and change nothing here. */
export const reaches = {
  effects: ["network_access"],
  category: "web",
  permission: "network"
} as const

/** The limit for a URL in characters. Servers refuse longer ones. */
export const longestUrl = 8192
