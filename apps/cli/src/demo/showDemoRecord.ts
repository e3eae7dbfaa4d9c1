import { folderSource, readAuditLog } from "@toolgate/audit"
import { wrapText } from "@toolgate/policy-files/explanation"
import * as Effect from "effect/Effect"
import { formatAuditLine } from "../audit/formatAuditLine.ts"
import { getProgramWords } from "../getProgramWords.ts"
import type { DemoStage } from "./DemoStage.ts"

/** Shows the records of the calls, as `toolgate audit list` does. */
export const showDemoRecord = Effect.fnUntraced(function* ({ say, columns }: DemoStage, folder: string) {
  const lines: Array<string> = []
  yield* Effect.promise(async () => {
    // The other records are about the log.
    for await (const { record } of readAuditLog(folderSource(folder)))
      if (record !== undefined && "agent" in record)
        lines.push(...wrapText(formatAuditLine(record).trimEnd(), "", "    ", columns))
  })
  yield* say(
    { text: "\nWhat is on record:\n", style: "bold" },
    { text: `$ ${getProgramWords(process.env)} audit list --audit ../record\n`, style: "dim" },
    ...lines.map((line) => ({ text: `${line}\n` }))
  )
})
