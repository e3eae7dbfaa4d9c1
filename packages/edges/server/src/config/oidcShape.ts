import { isAbsolute } from "node:path"
import { quoted } from "@toolgate/core"
import { listOf, path, recordOf, type Shape, textOf } from "@toolgate/yaml-reading"
import { grantKeys, omitAbsent, someText } from "./grantKeys.ts"
import type { OidcSettings } from "./ServerSettings.ts"

const keys = textOf<URL | string>("an address with https:, or the path of a file", (text, entry, reading) => {
  if (isAbsolute(text) || text.startsWith("~")) return path.read(entry, reading)
  const url = URL.parse(text)
  const isHere = url?.protocol === "http:" && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  if (url !== null && url.username === "" && (url.protocol === "https:" || isHere)) return url
  return reading.fault(entry.node.at, () => `${quoted(text)} is neither an address with "https:" nor an absolute path`)
})

const grant = recordOf(
  "a grant",
  { value: { shape: someText, description: "A value of the claim.", absent: undefined }, ...grantKeys },
  ({ value = "", rights = [], ...given }) => ({ ...omitAbsent(given), value, rights })
)

const roles = recordOf(
  "roles",
  {
    claim: {
      shape: listOf("a list of names", someText),
      description: "The path to the claim with a person's values, as in [groups] or [realm_access, roles].",
      absent: undefined
    },
    grants: {
      shape: listOf("a list of grants", grant),
      description: "The first grant whose value a person has counts. A person without any is refused.",
      absent: undefined
    }
  },
  ({ claim = [], grants = [] }) => ({ claim, grants })
)

/** The shape of `oidc`. */
export const oidcShape: Shape<OidcSettings> = recordOf(
  "oidc",
  {
    issuer: { shape: someText, description: 'The exact value of the claim "iss".', absent: undefined },
    audience: { shape: someText, description: 'A value of the claim "aud".', absent: undefined },
    jwks: { shape: keys, description: "The address of the issuer's keys, or a file with them.", absent: undefined },
    name: {
      shape: someText,
      description: "The claim with the name of a person in the record. People must not be able to choose it.",
      absent: "sub"
    },
    roles: { shape: roles, description: "What persons may do, by a claim.", absent: undefined }
  },
  ({ issuer = "", audience = "", jwks = "", name, roles = { claim: [], grants: [] } }) => ({
    issuer,
    audience,
    jwks,
    roles,
    ...(name === undefined ? {} : { nameClaim: name })
  })
)
