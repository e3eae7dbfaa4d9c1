import type { AboutCall } from "@toolgate/wire"

/** Returns the members of a record that every record about its call has. */
export const aboutCallOf = (record: AboutCall): AboutCall => {
  const {
    tool,
    tool_call_id,
    session,
    turn,
    agent,
    role,
    task,
    on_behalf_of,
    caller_type,
    chain_id,
    chain_index,
    parent_call_id,
    policy_digest,
    tool_digest
  } = record
  const about: Required<AboutCall> = {
    tool,
    tool_call_id,
    session,
    turn,
    agent,
    role,
    task,
    on_behalf_of,
    caller_type,
    chain_id,
    chain_index,
    parent_call_id,
    policy_digest,
    tool_digest
  }
  return about
}
