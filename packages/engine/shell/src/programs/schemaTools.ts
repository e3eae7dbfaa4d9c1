import type { ClosedList } from "./ClosedList.ts"
import { isOutside } from "./outside.ts"
import { danger, type Program } from "./Program.ts"
import { changes, toolFacts } from "./sharedFacts.ts"

const settings = "reads other settings, which can name code"
const code = "names code that is loaded"
const writes = "writes a file, or to another folder"
const elsewhere = "reaches another database"
const port: ClosedList = { asks: "opens a port, or a browser" }
const database = "changes the database"

/**
 * Returns a check of the values of some options. A value is harmless only if it is a file of the project with the usual
 * name.
 */
const unless =
  (options: RegExp, name: RegExp, reason = settings) =>
  (option: string, value: string) =>
    options.test(option) && (isOutside(value) || /node_modules/.test(value) || !name.test(value)) ? reason : undefined

const schema = unless(/^--schema$/, /(?:^|\/)(?:schema\.prisma|prisma(?:\/schema)?)$/)
const prismaDangers = [danger(settings, "--config= --schema-engine-type=")]

const prisma: ClosedList = {
  source: "prisma --help, of Prisma 6",
  style: "words",
  options: "-v --version -h",
  subcommands: {
    generate: {
      options: `--schema= --watch --generator= --no-engine --data-proxy --accelerate --no-hints --allow-no-models
        --require-models --sql`,
      dangers: prismaDangers,
      value: schema
    },
    validate: { options: "--schema=", dangers: prismaDangers, value: schema },
    format: { ...changes, options: "--schema= --check", dangers: prismaDangers, value: schema },
    "version debug help": { options: "--json" },
    migrate: {
      subcommands: {
        status: { options: "--schema=", dangers: prismaDangers, value: schema },
        diff: {
          options: `--from-empty --to-empty --from-schema-datamodel= --to-schema-datamodel= --from-schema-datasource=
            --to-schema-datasource= --from-migrations= --to-migrations= --from-schema= --to-schema= --script
            --exit-code`,
          dangers: [
            danger(writes, "-o= --output="),
            danger(elsewhere, "--from-url= --to-url= --shadow-database-url= --from-local-d1 --to-local-d1"),
            ...prismaDangers
          ]
        },
        "dev deploy reset resolve": {
          asks: database,
          options: "--schema= -n= --name= --create-only --skip-generate --skip-seed --applied= --rolled-back=",
          dangers: [danger("deletes without a question", "-f --force"), ...prismaDangers],
          value: schema
        }
      }
    },
    db: {
      subcommands: {
        "push pull seed": {
          asks: `${database}, or files`,
          options: "--schema= --skip-generate --print --composite-type-depth= --no-hints --force-names",
          dangers: [
            danger("deletes without a question", "--accept-data-loss --force-reset --force"),
            danger(elsewhere, "--url= --local-d1"),
            ...prismaDangers
          ],
          value: schema
        },
        execute: {
          asks: database,
          options: "--schema= --stdin --file=",
          dangers: [danger(elsewhere, "--url=")],
          value: schema
        }
      }
    },
    studio: {
      ...port,
      options: "--schema= -p= --port= -b= --browser=",
      dangers: [danger("opens it for all", "-n= --hostname=")],
      value: schema
    },
    init: {
      ...changes,
      options: "--datasource-provider= --generator-provider= --with-model --preview-feature= --output="
    },
    "dev login platform telemetry mcp": port
  }
}

const drizzleConfig = unless(/^--config$/, /^(?:\.\/)?drizzle[\w.-]*\.config\.(?:[cm]?[jt]s|json)$/)
const drizzleDangers = [
  danger(code, "--schema="),
  danger(writes, "--out="),
  danger(elsewhere, "--url= --host= --port= --user= --password= --database= --ssl= --auth-token= --driver=")
]

const drizzle: ClosedList = {
  source: "drizzle-kit --help, of Drizzle Kit 0.31",
  style: "words",
  options: "-v --version -h",
  subcommands: {
    generate: {
      options: "--name= --custom --prefix= --dialect= --[no-]breakpoints --casing= --config=",
      dangers: drizzleDangers,
      value: drizzleConfig
    },
    "check export": { options: "--dialect= --config= --sql", dangers: drizzleDangers, value: drizzleConfig },
    "migrate push": {
      asks: database,
      options: "--dialect= --config= --verbose --strict --tablesFilter= --schemaFilters= --casing= --explain",
      dangers: [danger("deletes without a question", "--force"), ...drizzleDangers],
      value: drizzleConfig
    },
    "pull introspect up drop": {
      ...changes,
      options: "--dialect= --config= --introspect-casing= --casing=",
      dangers: drizzleDangers,
      value: drizzleConfig
    },
    studio: { ...port, options: "--config= --verbose", dangers: drizzleDangers, value: drizzleConfig }
  }
}

const knex: ClosedList = {
  source: "knex --help, of Knex 3",
  everywhere: true,
  options: "-V --version --env= --debug --verbose --timestamp-filename-prefix -x= --esm --knexfile=",
  dangers: [
    danger(code, "--knexpath= --cwd= --loadExtensions= --migrations-directory= --stub="),
    danger(elsewhere, "--connection= --client= --migrations-table-name=")
  ],
  value: unless(/^--knexfile$/, /^(?:\.\/)?(?:[\w-]+\/)*knexfile\.[cm]?[jt]s$/),
  subcommands: {
    "migrate:list migrate:currentVersion migrate:status migrate:current-version": {},
    "migrate:latest migrate:up migrate:down migrate:to migrate:before migrate:rollback migrate:unlock migrate:forceunlock seed:run":
      {
        asks: database,
        options: "--all --specific="
      },
    "migrate:make seed:make init": changes
  }
}

const typeorm: ClosedList = {
  source: "typeorm --help, of TypeORM 0.3",
  everywhere: true,
  skipsDashes: true,
  options: "-v --version -d= --dataSource= --pretty -p",
  value: unless(
    /^-(?:d|-dataSource)$/,
    /^(?:\.\/)?(?:[\w-]+\/)*[\w-]*(?:data-?source|ormconfig|typeorm[.-]?config)[\w.-]*\.[cm]?[jt]s$/i,
    code
  ),
  subcommands: {
    "migration:show schema:log version": { options: "-t= --transaction=" },
    "migration:run migration:revert schema:sync": { asks: database, options: "-t= --transaction= --fake -f" },
    "schema:drop query cache:clear": { asks: database },
    "migration:generate": {
      asks: "writes files",
      options: "--esm --outputJs -o --ch --check --dr --dryrun -t= --timestamp=",
      operand: (word) => (isOutside(word) ? "is outside of the folder" : undefined)
    },
    "migration:create entity:create subscriber:create init": {
      asks: "writes files",
      options: "--esm --outputJs -o -t= --timestamp=",
      operand: (word) => (isOutside(word) ? "is outside of the folder" : undefined)
    }
  }
}

const sequelize: ClosedList = {
  source: "sequelize --help, of Sequelize CLI 6",
  everywhere: true,
  skipsDashes: true,
  options: "--version --env= --debug",
  dangers: [
    danger(
      code,
      "--config= --options-path= --migrations-path= --seeders-path= --models-path= --migrations-source= --compact"
    ),
    danger(elsewhere, "--url=")
  ],
  subcommands: {
    "db:migrate:status": {},
    "db:migrate db:migrate:undo db:migrate:undo:all db:migrate:schema:timestamps:add db:seed db:seed:undo db:seed:all db:seed:undo:all db:create db:drop":
      { asks: database, options: "--to= --from= --name= --seed= --charset= --collate= --encoding=" },
    "migration:generate migration:create model:generate model:create seed:generate seed:create": {
      asks: "writes files",
      options: "--name= --attributes= --underscored"
    },
    "init init:config init:migrations init:models init:seeders": changes
  }
}

/** Tools that create the tables of databases from a description, and read them. Sources: the manual of each. */
export const schemaTools: ReadonlyArray<Program> = [
  { names: ["prisma"], facts: toolFacts, closed: prisma },
  { names: ["drizzle-kit"], facts: toolFacts, closed: drizzle },
  { names: ["knex"], facts: toolFacts, closed: knex },
  { names: ["typeorm"], facts: toolFacts, closed: typeorm },
  { names: ["sequelize", "sequelize-cli"], facts: toolFacts, closed: sequelize }
]
