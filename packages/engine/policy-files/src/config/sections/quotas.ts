import type { Quota } from "@toolgate/policy"
import { count, mapOf, recordOf, type Shape } from "@toolgate/yaml-reading"
import { toolNames } from "../names.ts"

const calls = count(0)

const quota: Shape<Quota> = recordOf(
  "a quota",
  {
    per_session: {
      shape: calls,
      description: "The number of calls in one session. 0 forbids every call.",
      absent: "not restricted by this file"
    },
    per_agent: {
      shape: calls,
      description: "The number of calls of one agent, in all its sessions. 0 forbids every call.",
      absent: "not restricted by this file"
    },
    per_minute: {
      shape: calls,
      description: "The number of calls of one agent within any sixty seconds. 0 forbids every call.",
      absent: "not restricted by this file"
    }
  },
  ({ per_session, per_agent, per_minute }, at, reading) => ({
    perSession: per_session,
    perAgent: per_agent,
    perMinute: per_minute,
    source: reading.source(at)
  })
)

export const quotas: Shape<ReadonlyMap<string, Quota>> = mapOf("a map of tools", toolNames, quota)
