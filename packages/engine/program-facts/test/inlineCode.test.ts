import { describe, expect, it } from "vitest"
import { reachesOut } from "../src/checks/inlineCode.ts"

describe("reachesOut", () => {
  it.each([
    ...["system('x')", "exec $_", "`x`", "%x(ls)", "unlink $_", "open F, '>x'", "import os", "import subprocess"],
    ...["require('child_process')", "fetch('http://x')", "process.env", "File.delete('a')", "io.open('a')", "eval x"],
    ...["file_put_contents('a', 1)", "os.execute('x')", "rm('a')", "run(`ls`)", "require './x'", "__import__('x')"]
  ])("finds that %s does more than compute and print", (code) => {
    expect(reachesOut(code)).toBe(true)
  })

  it.each([
    ...["print if /x/", "s/a/b/", "puts $_.upcase", "console.log(1 + 1)", "print(sum(range(3)))", "echo 1;"],
    ...["import json, sys; print(json.load(sys.stdin)['a'])", 'require("./package.json").version', "mean(1:3)", "$F[0]"]
  ])("reads %j as code that only computes and prints", (code) => {
    expect(reachesOut(code)).toBe(false)
  })
})
