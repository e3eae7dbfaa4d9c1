import { defineTool, type SideEffectClass } from "@toolgate/core"
import { L } from "../baseline.ts"
import type { Case, Family } from "../Case.ts"
import { type Door, openEnginePromiseDoor, type Work } from "../doors.ts"
import { echoParameters } from "../echo.ts"
import { createEngineGate } from "../gates.ts"
import { echoWork } from "../work.ts"
import { auditFolder } from "./openAuditLog.ts"

const callers = 100

const toolOf = (name: string, sideEffects: SideEffectClass) =>
  defineTool({
    name,
    description: "Gives its text back.",
    parameters: echoParameters,
    sideEffects,
    execute: async ({ text }) => text
  })

/** Measures whole calls, with an audit log in files and without an audit. */
export const measureAuditedCalls = async (): Promise<Family> => {
  const { folder, remove } = auditFolder()
  const tools = [toolOf("none", "NONE"), toolOf("write", "WRITE")]
  const options = { hooks: [], limits: { callsInAll: callers } }
  const plain = createEngineGate(tools, options)
  const audited = createEngineGate(tools, { ...options, audit: { folder } })
  const doors = { "without an audit": openEnginePromiseDoor(plain), FileAuditLog: openEnginePromiseDoor(audited) }
  const nameOf = (tool: string, door: string) => `${tool.toUpperCase()}, ${door}`
  const many = `, ${callers} callers`
  const sessions = Array.from({ length: callers }, (_, caller) => `session_${caller}`)
  const apart = (tool: string): Work => ({ ...echoWork(tool), sessions })
  const cases = Object.entries(doors).flatMap(
    ([name, door]: [string, Door]): ReadonlyArray<Case> => [
      { name: nameOf("none", name), run: (times) => door.call(times, echoWork("none")) },
      { name: nameOf("write", name), run: (times) => door.call(times, echoWork("write")) },
      {
        name: `${nameOf("write", name)}${many}`,
        run: (times) => door.call(times, apart("write"), callers),
        multipleOf: callers * 10
      }
    ]
  )
  return {
    name: "audit.call",
    title: "A call through the gate, on record",
    apart: true,
    cases,
    figures: (measured) => [
      measured.figure("NONE, without an audit", L.async),
      measured.figure("NONE, FileAuditLog", L.async),
      measured.figure("NONE, FileAuditLog", "NONE, without an audit"),
      measured.figure("WRITE, without an audit", L.async),
      measured.figure("WRITE, FileAuditLog"),
      measured.figure(`WRITE, without an audit${many}`, L.async),
      measured.figure(`WRITE, FileAuditLog${many}`, L.async),
      measured.figure(`WRITE, FileAuditLog${many}`, `WRITE, without an audit${many}`)
    ],
    close: async () => {
      await plain.close()
      await audited.close()
      remove()
    }
  }
}
