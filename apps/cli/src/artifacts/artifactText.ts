import type { OwnedArtifact } from "@toolgate/core"
import { timeOf } from "../approvals/approvalText.ts"
import { shortName } from "../text/shortText.ts"

/** Returns an artifact as JSON shows it. */
export const artifactJson = ({ ref, size, mediaType, name, createdAt, expiresAt, owner }: OwnedArtifact) => ({
  ref,
  size,
  media_type: mediaType,
  name: name ?? null,
  session: owner.session,
  principal: owner.principal,
  created_at: timeOf(createdAt),
  expires_at: timeOf(expiresAt)
})

/** Formats an artifact as one line: reference, size, type, expiry and session. */
export const artifactLine = ({ ref, size, mediaType, name, expiresAt, owner }: OwnedArtifact): string =>
  `${ref}  ${`${size}`.padStart(10)}  ${shortName(mediaType)}  ${name === undefined ? "-" : shortName(name)}  in ${shortName(owner.session)}, until ${timeOf(expiresAt)}\n`
