import { fold, literalPattern, type PermissionRequest, type RuleRef } from "@toolgate/core"
import { namesItsFiles } from "./declarations.ts"
import { isBeneath } from "./isBeneath.ts"
import type { PolicyPart } from "./PolicyPart.ts"
import { allow, denyPath, noOpinion, unopposed } from "./verdicts.ts"

/**
 * Files and folders that no call may change, whether they exist or not: those that a policy is read from, and what else a gate
 * keeps. Nothing that an agent writes may come to decide what it may write, or to say what it did.
 */
export const protectedFiles = (paths: ReadonlyArray<string>): PolicyPart => {
  const folded = paths.map(fold)
  const allowed = allow(unopposed, {
    except: paths.map((path) => ({ pattern: `${literalPattern(path)}/**`, mode: "w" as const }))
  })
  const touched = ({ resources }: PermissionRequest): string | undefined => {
    const isProtected = (path: string) => folded.some((root) => isBeneath(fold(path), root))
    for (const resource of resources) {
      if (resource.kind === "file" && resource.mode !== "r" && isProtected(resource.path)) return resource.path
      // What a command does with the word is not known.
      const word = resource.kind === "command" ? resource.paths.find(isProtected) : undefined
      if (word !== undefined) return word
    }
    return undefined
  }
  const denied = denyPath(
    because,
    "The path leads to what the gate keeps for itself (its policy, its audit log), which no call may change."
  )
  return {
    name: "protected files",
    of: (tool) => {
      const usual = namesItsFiles(tool) ? noOpinion : allowed
      const writes = tool.resources.some((one) => (one.kind === "file" ? one.mode !== "r" : one.kind !== "url"))
      return writes ? (request) => (touched(request) === undefined ? usual : denied) : usual
    },
    explain: (request) => {
      const path = touched(request)
      if (path === undefined) return []
      return [
        { because, effect: "deny", said: `${path} is among what the gate keeps for itself: its policy, its audit log.` }
      ]
    }
  }
}

const because: RuleRef = Object.freeze({ layer: "policy", rule: "its own files", source: "built in" })
