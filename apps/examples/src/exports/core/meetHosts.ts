import assert from "node:assert/strict"
import { meetHosts } from "@toolgate/core/access"

const team = [{ host: "*.example.com", port: "any" }] as const
const project = [
  { host: "api.example.com", port: 443 },
  { host: "other.example", port: 443 }
] as const
assert.deepEqual(meetHosts(team, project), [{ host: "api.example.com", port: 443 }])
