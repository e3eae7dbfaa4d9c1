import { DatabaseSync } from "node:sqlite"
import { csvToJson, jsonQuery, sqlQuery } from "@toolgate/toolbox-data"
import { statistics } from "@toolgate/toolbox-math"
import { parse } from "csv-parse/sync"
import { search } from "jmespath"
import { quantileSorted, sampleStandardDeviation } from "simple-statistics"
import type { Family } from "../Case.ts"
import { createCaller, createPair, createPairs } from "./createCaller.ts"

const rows = Array.from({ length: 1000 }, (_, at) => ({ id: at, name: `tea ${at}`, price: (at * 37) % 101 }))
const json = JSON.stringify(rows)
const csv = ["id,name,price", ...rows.map(({ id, name, price }) => `${id},${name},${price}`)].join("\n")
const data = Array.from({ length: 100_000 }, (_, at) => Math.sin(at) * 1000)
const expression = "[?price > `90`].name | [0:10]"
const sql = "SELECT price, count(*) FROM t GROUP BY price ORDER BY price"

/** Measures a tool compared with its library alone, both from text to values. */
export const measureBare = async (): Promise<Family> => {
  const all = [
    createPair("json_query of 1,000 objects", createCaller(jsonQuery, { json, expression }), "jmespath", () =>
      search(JSON.parse(json), expression)
    ),
    createPair("csv_to_json of 1,000 rows", createCaller(csvToJson, { csv }), "csv-parse", () =>
      parse(csv, { columns: true })
    ),
    createPair(
      "sql_query of 1,000 objects",
      createCaller(sqlQuery, { sql, tables: [{ name: "t", json }] }),
      "node:sqlite",
      select
    ),
    createPair("statistics of 100,000 numbers", createCaller(statistics, { data }), "simple-statistics", describe)
  ]
  await all[0]?.cases[0].run(1)
  return { name: "toolbox.bare", title: "Tools beside their libraries alone", ...createPairs(all) }
}

const select = () => {
  using database = new DatabaseSync(":memory:")
  database.exec("CREATE TABLE t (id NUMERIC, name TEXT, price NUMERIC); BEGIN")
  const insert = database.prepare("INSERT INTO t VALUES (?, ?, ?)")
  for (const { id, name, price } of JSON.parse(json) as typeof rows) insert.run(id, name, price)
  database.exec("COMMIT")
  return database.prepare(sql).all()
}

const describe = () => {
  const sorted = data.toSorted((one, other) => one - other)
  return [sampleStandardDeviation(data), ...[0.25, 0.5, 0.75].map((part) => quantileSorted(sorted, part))]
}
