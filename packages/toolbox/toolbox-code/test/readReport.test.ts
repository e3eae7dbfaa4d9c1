import { describe, expect, it } from "vitest"
import { readReport } from "../src/run-tests/readReport.ts"

describe("readReport", () => {
  it("parses a report from pytest", () => {
    const report = `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="0" failures="1" skipped="1" tests="3"><testcase classname="t.test_a" name="test_ok" time="0.001" /><testcase classname="t.test_a" name="test_bad" time="0.015"><failure message="assert 1 == 2">&gt;   def test_bad(): assert 1 == 2
t/test_a.py:3: AssertionError</failure></testcase><testcase classname="t.test_a" name="test_skip" time="0.000"><skipped type="pytest.skip" message="unconditional skip">skip</skipped></testcase></testsuite></testsuites>`
    expect(readReport(report)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 1,
      failures: [
        {
          name: "t.test_a > test_bad",
          message: "assert 1 == 2\n>   def test_bad(): assert 1 == 2\nt/test_a.py:3: AssertionError"
        }
      ],
      isWhole: true
    })
  })

  it("counts the tests in a truncated report", () => {
    const report = '<testsuites><testcase name="a"/><testcase name="b"><error message="x"/></testcase><testcase na'
    expect(readReport(report)).toMatchObject({ passed: 1, failed: 1, isWhole: false })
  })

  it("counts nothing in a text that is not a report", () => {
    expect(readReport("It went well.")).toBeUndefined()
  })

  it("expands no entity declared in a report", () => {
    const report = '<!DOCTYPE a [<!ENTITY b "ccccc">]><testsuite><testcase name="&b;"/></testsuite>'
    expect(readReport(report)).toMatchObject({ passed: 1, isWhole: false })
  })
})
