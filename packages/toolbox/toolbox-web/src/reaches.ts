/** The part that the definitions of all web tools share. Their answers are a stranger's text, and change nothing here. */
export const reaches = {
  effects: ["network_access"],
  category: "web",
  permission: "network"
} as const

/** The most characters of a URL. Servers refuse longer ones. */
export const longestUrl = 8192
