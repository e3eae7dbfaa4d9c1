import type { ClosedList } from "./ClosedList.ts"
import { danger, type Program } from "./Program.ts"
import { toolFacts } from "./sharedFacts.ts"

const code = "names code that is loaded"
const settings = "reads other settings, which can name code"
const writes = "writes a file"
const starts = "names a program that is started"

const lists: ReadonlyArray<readonly [names: string, closed: ClosedList]> = [
  [
    "bats",
    {
      source: "bats(1), of Bats 1.8",
      runsOperands: true,
      options: `-chvprtTxF= -f= -j= --count --code-quote-style= --filter= --filter-status= --filter-tags= --formatter=
        --no-parallelize-across-files --no-parallelize-within-files --jobs= --no-tempdir-cleanup --print-output-on-failure
        --pretty --recursive --show-output-of-passing-tests --tap --timing --trace --verbose-run --version`,
      value: (option, value) =>
        /^-(?:F|-formatter)$/.test(option) && !/^(?:pretty|tap|tap13|junit)$/.test(value) ? starts : undefined,
      dangers: [
        danger(writes, "-o= --output= --gather-test-outputs-in= --report-formatter="),
        danger(settings, "--setup-suite-file= --line-reference-format=")
      ]
    }
  ],
  [
    "prove",
    {
      source: "prove(1), of Test::Harness 3.44",
      runsOperands: true,
      options: `-vlbsrDfoqQcpmwtTWhHVj= --verbose --lib --blib --shuffle --color --nocolor --count --nocount --dry
        --ext= --failures --comments --ignore-exit --recurse --reverse --quiet --QUIET --parse --directives --timer
        --trap --normalize --jobs= --merge --help --man --version --norc`,
      dangers: [
        danger(starts, "-e= --exec="),
        danger(code, "-I= -P= -M= --harness= --formatter= --source= --rules="),
        danger(settings, "--rc= --rcfile= --state= --statefile="),
        danger(writes, "-a= --archive=")
      ]
    }
  ],
  [
    "behave",
    {
      source: "behave --help, of behave 1.2",
      runsOperands: true,
      options: `-cdkmTvqwn= -t= -f= -i= -e= --no-color --color --dry-run --exclude= --include= --name= --no-capture
        --capture --no-capture-stderr --no-logcapture --no-multiline --no-skipped --show-skipped --no-snippets
        --snippets --no-source --show-source --no-summary --summary --no-timings --show-timings --quiet --stage=
        --stop --tags= --tags-help --verbose --wip --lang-list --format= --version`,
      dangers: [
        danger(code, "-D= --define= --logging-level= --steps-catalog -r= --runner="),
        danger(writes, "-o= --outfile= --junit --junit-directory=")
      ],
      value: (option, value) => (/^-(?:f|-format)$/.test(option) && /[:.]/.test(value) ? code : undefined)
    }
  ],
  [
    "robot",
    {
      source: "robot --help, of Robot Framework 7",
      runsOperands: true,
      options: `-h -N= -D= -G= -t= -s= -i= -e= -v= -L= -W= -C= -K= -X --name= --doc= --metadata= --settag= --test= --task=
        --suite= --include= --exclude= --skip= --skiponfailure= --variable= --loglevel= --consolewidth=
        --consolecolors= --consolemarkers= --dotted --quiet --console= --dryrun --exitonfailure --exitonerror
        --skipteardownonexit --randomize= --rpa --runemptysuite --nostatusrc --maxerrorlines= --version`,
      dangers: [
        danger(
          code,
          "-V= --variablefile= -P= --pythonpath= --listener= --prerunmodifier= --prerebotmodifier= --parser="
        ),
        danger(settings, "-A= --argumentfile= -R= --rerunfailed= -S= --rerunfailedsuites= --language= -I="),
        danger(writes, "-d= --outputdir= -o= --output= -l= --log= -r= --report= -x= --xunit= -b= --debugfile= -F= -T")
      ]
    }
  ],
  [
    "cucumber",
    {
      source: "cucumber --help, of Cucumber 9 for Ruby",
      runsOperands: true,
      options: `-bcdhiqsxt= -n= -e= -l= --backtrace --color --no-color --dry-run --exclude= --expand --fail-fast --guess
        --i18n-languages --i18n-keywords= --lines= --name= --no-multiline --no-snippets --no-source --no-duration
        --order= --quiet --retry= --no-strict --strict --tags= --verbose --wip --version -S -w`,
      dangers: [
        danger(code, "-r= --require= -f= --format= -I= --init"),
        danger(settings, "-p= --profile= -P --no-profile"),
        danger(writes, "-o= --out="),
        danger("sends the results to a service", "--publish")
      ]
    }
  ],
  [
    "busted",
    {
      source: "busted --help, of Busted 2",
      runsOperands: true,
      options: `-hvlst= -p= --version --pattern= --exclude-pattern= --tags= --exclude-tags= --filter= --filter-out= --name=
        --exclude-name= --repeat= --seed= --lang= --list --verbose --no-coverage --keep-going --no-keep-going --lazy
        --auto-insulate --no-auto-insulate --shuffle --shuffle-files --shuffle-tests --sort --sort-files --sort-tests
        --recursive --no-recursive --enable-sound --suppress-pending --defer-print --no-defer-print`,
      dangers: [
        danger(code, "-e= -m= --lpath= --cpath= -r= --run= --helper= --loaders= -o= --output= --lua="),
        danger(settings, "-f= --config-file= -C= --directory= --ROOT="),
        danger(writes, "-c --coverage --coverage-config-file=")
      ]
    }
  ]
]

/** Programs that run the tests of shells and of less common languages. Sources: the manual of each. */
export const otherTests: ReadonlyArray<Program> = lists.map(([names, closed]) => ({
  names: names.split(" "),
  facts: toolFacts,
  closed
}))
