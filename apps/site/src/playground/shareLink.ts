/** The texts of the playground that a link carries. */
export interface SharedTexts {
  readonly policy: string
  readonly tool: string
  readonly args: string
  readonly agent: string
  readonly role: string
  readonly task: string
}

const names = ["policy", "tool", "args", "agent", "role", "task"] as const

/** Writes texts as the hash of an address. A server never sees it. */
export const writeHash = (texts: SharedTexts): string => {
  const hash = new URLSearchParams()
  for (const name of names) if (name === "policy" || texts[name] !== "") hash.set(name, texts[name])
  return `#${hash}`
}

/** Reads the texts from the hash of an address. Returns `undefined` if it has none. */
export const readHash = (hash: string): SharedTexts | undefined => {
  const found = new URLSearchParams(hash.slice(1))
  if (!found.has("policy")) return undefined
  const [policy = "", tool = "", args = "", agent = "", role = "", task = ""] = names.map(
    (name) => found.get(name) ?? ""
  )
  return { policy, tool, args, agent, role, task }
}
