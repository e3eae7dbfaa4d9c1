import { writeFileSync } from "node:fs"
import { StringDecoder } from "node:string_decoder"
import { findProcesses } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cutText } from "../../src/cutText.ts"
import { HeadAndTail } from "../../src/HeadAndTail.ts"
import { hasBubblewrap, makeSandbox, run, sh, start, textOf, Workspace, withoutCgroups } from "./running.ts"

describe("HeadAndTail", () => {
  it("returns the same as cutText, for pieces of any size", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom("a", "é", "€", "😀", "\n"), maxLength: 40 }), { maxLength: 30 }),
        fc.integer({ min: 0, max: 300 }),
        (pieces, limit) => {
          const kept = new HeadAndTail(limit)
          for (const piece of pieces) kept.push(piece)
          expect(kept.text()).toBe(cutText(pieces.join(""), limit))
          expect(kept.bytes).toBe(Buffer.byteLength(pieces.join("")))
        }
      )
    )
  })

  it("returns the same as cutText right after the first cut", () => {
    for (const limit of [0, 5, 1000, 100_000]) {
      const kept = new HeadAndTail(limit)
      const whole = `${"é".repeat(limit + 100_000)}${"x".repeat(limit + 70_000)}😀end`
      kept.push(whole.slice(0, 10))
      kept.push(whole.slice(10))
      expect(kept.text()).toBe(cutText(whole, limit))
    }
  })

  it("returns the same as cutText for a text with many cuts", () => {
    const kept = new HeadAndTail(1000)
    let whole = ""
    for (let n = 0; n < 100_000; n++) {
      const piece = `${n}é😀`
      whole += piece
      kept.push(piece)
    }
    expect(kept.text()).toBe(cutText(whole, 1000))
  })
})

const confinement = hasBubblewrap ? ("required" as const) : ("waived" as const)
const grant = { confinement }

describe("the output of a command", () => {
  it("is emitted as it comes, with the streams apart and in order", async () => {
    using workspace = new Workspace()
    const script = `
      echo one; while [ ! -e a ]; do sleep 0.02; done
      echo two >&2; while [ ! -e b ]; do sleep 0.02; done
      echo three`
    const it = start({ command: { argv: ["sh", "-c", script] }, workspace, grant })
    await it.saying("one\n")
    writeFileSync(workspace.at("a"), "")
    await it.saying("two\n")
    writeFileSync(workspace.at("b"), "")
    const ran = await it.ran
    expect(it.said).toEqual([
      ["stdout", "one\n"],
      ["stderr", "two\n"],
      ["stdout", "three\n"]
    ])
    expect(textOf(ran)).toBe("one\ntwo\nthree\n")
    expect(ran.output.metadata).toMatchObject({ stdoutBytes: 10, stderrBytes: 4 })
  })

  it("replaces bytes that are not UTF-8, and joins a character that comes in two parts", async () => {
    const ran = await sh(`printf 'a\\377b\\303'; sleep 0.1; printf '\\251c\\342\\202'`, { grant })
    const expected = new StringDecoder("utf8")
    const bytes = Buffer.from([0x61, 0xff, 0x62, 0xc3, 0xa9, 0x63, 0xe2, 0x82])
    expect(textOf(ran)).toBe(expected.write(bytes) + expected.end())
    expect(textOf(ran)).toBe("a\uFFFDbéc\uFFFD")
  })

  it("emits only the standard error of a program that answers in JSON", async () => {
    const it = start({ command: { argv: ["sh", "-c", "echo 1; echo beside >&2"], output: "json" }, grant })
    await it.ran
    expect(it.said).toEqual([["stderr", "beside\n"]])
  })

  it("keeps at most 4 KiB of the text beside a JSON result", async () => {
    const ran = await run({
      command: { argv: ["sh", "-c", "echo 1; head -c 100000 /dev/zero | tr '\\0' e >&2"], output: "json" },
      grant
    })
    expect(ran.output.value).toBe(1)
    expect(String(ran.output.metadata.stderr)).toMatch(
      /^e+\n\[95904 of 100000 bytes left out: the limit is 4096 bytes\]\ne+$/
    )
  })

  it("is in the answer even if the gate could not read it for long", async () => {
    const busy = setInterval(() => {
      for (const until = performance.now() + 30; performance.now() < until; );
    })
    const given = await makeSandbox({ grace: { drained: 1 } })
    const runs = Array.from({ length: 16 }, (_none, at) => sh(`echo said ${at}`, { grant }, given))
    const said = (await Promise.all(runs)).map((ran) => [textOf(ran), ran.output.metadata.outputIncomplete])
    clearInterval(busy)
    expect(said).toEqual(runs.map((_run, at) => [`said ${at}\n`, undefined]))
  })

  it("is reported as incomplete if a hidden process holds the pipe, and contains the output so far", async () => {
    const marker = `7${process.pid}.3`
    // The gate finds the process until it has left its session and its variables.
    const left = `(env -i setsid sh -c ": > $at/left; exec sleep ${marker}" &); while [ ! -e "$at/left" ]; do :; done`
    const lost = `at=$(mktemp -d); ${left}; rm -r "$at"; echo done`
    const ran = await sh(lost, { grant: { confinement: "waived" }, cgroups: withoutCgroups, grace: { drained: 20 } })
    expect([ran.error, textOf(ran), ran.output.metadata.outputIncomplete]).toEqual([undefined, "done\n", true])
    for (const pid of findProcesses(marker)) process.kill(pid)
  })

  it("does not delay the answer if a process that escaped holds the pipe", async () => {
    const ran = await sh("setsid sleep 30 & echo done", { grant: { confinement: "waived" } })
    expect([textOf(ran), ran.output.metadata.outputIncomplete]).toEqual(["done\n", undefined])
  })
})
