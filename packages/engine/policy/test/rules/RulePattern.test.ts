import { describe, expect, it } from "vitest"
import { parsePatternForTool, parseStandalonePattern } from "../../src/rules/RulePattern.ts"
import { aTool, tools } from "../judging.ts"

const about = (text: string, tool: Parameters<typeof parsePatternForTool>[1], reading: "exact" | "wide" = "wide") => {
  const pattern = parsePatternForTool(text, tool, reading)
  if (typeof pattern === "string") return pattern
  if (pattern.kind === "file") return ["file", pattern.path.text, pattern.path.begins, pattern.mode]
  return pattern.kind === "host" ? ["host", pattern.host.text] : ["command", pattern.command.words.join(" ")]
}

describe("a pattern", () => {
  it("is about the kind of resource that its tool declares", () => {
    expect(about("git log:*", tools.shell)).toEqual(["command", "git log"])
    expect(about("git log", tools.start)).toEqual(["command", "git log"])
    expect(about("src/**", tools.read_file)).toEqual(["file", "src/**", "relative", "rw"])
    expect(about("src/**", tools.write_file)).toEqual(["file", "src/**", "relative", "w"])
    expect(about("src/**", tools.download)).toEqual(["file", "src/**", "relative", "w"])
    expect(about("domain:*.a.com:80", tools.download)).toEqual(["host", "*.a.com:80"])
  })

  it("that begins with ** matches the whole machine in a deny rule, and the workspace in an allow rule", () => {
    expect(about("**/.env", tools.read_file)).toEqual(["file", "/**/.env", "root", "rw"])
    expect(about("**/.env", tools.read_file, "exact")).toEqual(["file", "**/.env", "relative", "rw"])
    expect(about("/**/.env", tools.read_file, "exact")).toEqual(["file", "/**/.env", "root", "rw"])
  })

  it("is invalid if its tool declares no such resource", () => {
    expect(about("domain:a.com", tools.read_file)).toBe(
      'is about hosts, and tool "read_file" declares neither a URL nor a host'
    )
    expect(about("src/**", tools.http_get)).toBe(
      'is not about hosts, which begin with "domain:", and tool "http_get" declares no file and no command'
    )
    expect(about("x", aTool())).toBe('has nothing to match: tool "t" declares no file, no host and no command')
    expect(about("domain:a..com", tools.http_get)).toBe("is not the name or address of a host")
    expect(about("src/../x", tools.read_file)).toBe('holds ".."; write where it leads')
    expect(about("git *", tools.shell)).toMatch(/^contains "\*" in a place where it has no meaning/)
  })

  it("with domain: is always about a host", () => {
    expect(parseStandalonePattern("domain:a.com")).toMatchObject({ kind: "host", host: { text: "a.com" } })
    expect(parseStandalonePattern("domain:a b")).toBe("is not the name or address of a host")
    expect(parseStandalonePattern("src/**")).toBeUndefined()
  })
})
