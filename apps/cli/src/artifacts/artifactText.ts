import type { OwnedArtifact } from "@toolgate/core"
import { formatTime } from "../approvals/approvalText.ts"
import { formatShortName } from "../text/formatShortText.ts"

/** Returns an artifact as JSON shows it. */
export const buildArtifactJson = ({ ref, size, mediaType, name, createdAt, expiresAt, owner }: OwnedArtifact) => ({
  ref,
  size,
  media_type: mediaType,
  name: name ?? null,
  session: owner.session,
  principal: owner.principal,
  created_at: formatTime(createdAt),
  expires_at: formatTime(expiresAt)
})

/** Formats an artifact as one line: reference, size, type, expiry and session. */
export const formatArtifactLine = ({ ref, size, mediaType, name, expiresAt, owner }: OwnedArtifact): string =>
  `${ref}  ${`${size}`.padStart(10)}  ${formatShortName(mediaType)}  ${name === undefined ? "-" : formatShortName(name)}  in ${formatShortName(owner.session)}, until ${formatTime(expiresAt)}\n`
