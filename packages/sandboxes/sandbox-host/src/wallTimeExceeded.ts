import { type Permit, type Refused, refused } from "@toolgate/core"

/** Why a run ended whose time was up. */
export const wallTimeExceeded = ({ request }: Permit, wallMs: number): Refused => {
  const seconds = wallMs % 1000 === 0 ? `${wallMs / 1000} s` : `${wallMs} ms`
  return refused("TimedOut", `Tool "${request.tool.name}" exceeded its wall-time limit of ${seconds}.`, { wallMs })
}
