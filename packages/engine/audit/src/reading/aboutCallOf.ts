import type { AboutCall } from "@toolgate/wire"

/** Returns the members of a record that every record about its call has. */
export const aboutCallOf = (record: AboutCall): AboutCall =>
  Object.fromEntries(names.map((name) => [name, record[name]])) as unknown as AboutCall

// An object, so that the compiler asks for each member of `AboutCall`.
const members: Readonly<Record<keyof AboutCall, true>> = {
  tool: true,
  tool_call_id: true,
  session: true,
  turn: true,
  agent: true,
  role: true,
  task: true,
  on_behalf_of: true,
  caller_type: true,
  chain_id: true,
  chain_index: true,
  parent_call_id: true,
  caller_provider: true,
  policy_digest: true,
  tool_digest: true
}

const names = Object.keys(members) as ReadonlyArray<keyof AboutCall>
