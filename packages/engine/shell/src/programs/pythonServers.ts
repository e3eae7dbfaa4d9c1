import { fetched, strangeCode } from "./addresses.ts"
import type { ClosedList } from "./ClosedList.ts"
import { local } from "./fileServers.ts"
import { isOutside } from "./outside.ts"
import { danger, type Program } from "./Program.ts"
import { toolFacts } from "./sharedFacts.ts"

const settings = "reads other settings, which can name code"
const code = "names code that is loaded"
const writes = "writes a file"
const elsewhere = "works in another folder, whose code then counts"
const anyone = "opens it for others, or sends on what is asked"
const acts: ClosedList = { asks: "changes, publishes or fetches what is kept elsewhere" }

const near = (option: string, value: string) =>
  /^-(?:b|-bind|-insecure-bind|h|-host|-server\.address)$/.test(option) &&
  !/^(?:(?:localhost|127\.0\.0\.1)(?::\d+)?|:\d+)$/.test(value)
    ? anyone
    : local(option, value)

/** Returns the reason why an application does harm, or `undefined` for a module, or a file of the workspace. */
const application = (_option: string, value: string) =>
  isOutside(value) || strangeCode(value, false) !== undefined ? "is code from outside of the workspace" : undefined

const lists: ReadonlyArray<readonly [names: string, closed: ClosedList]> = [
  [
    "gunicorn",
    {
      source: "gunicorn --help, of Gunicorn 22",
      options: `-hvb= -w= -t= -R --bind= --backlog= --workers= --threads= --worker-connections= --max-requests=
        --max-requests-jitter= --timeout= --graceful-timeout= --keep-alive= --limit-request-line=
        --limit-request-fields= --reload --check-config --print-config --preload --log-level= --capture-output
        --proc-name= -n= --no-sendfile --version`,
      value: near,
      dangers: [
        danger(settings, "-c= --config= -e= --env= --paste= --paster= --log-config= --log-config-json="),
        danger(code, "--pythonpath= -k= --worker-class= --logger-class= --reload-engine= --reload-extra-file="),
        danger(elsewhere, "--chdir= -D --daemon -u= --user= -g= --group= --worker-tmp-dir="),
        danger(writes, "-p= --pid= --access-logfile= --error-logfile= --log-file= --umask="),
        danger(anyone, "--forwarded-allow-ips= --proxy-protocol --proxy-allow-from= --certfile= --keyfile=")
      ]
    }
  ],
  [
    "uvicorn hypercorn",
    {
      source: "uvicorn --help, of Uvicorn 0.30",
      options: `--host= --port= --reload --workers= --loop= --http= --ws= --lifespan= --interface= --log-level= --access-log
        --no-access-log --use-colors --no-use-colors --limit-concurrency= --backlog= --limit-max-requests=
        --timeout-keep-alive= --factory --version --no-server-header --no-date-header --root-path= --bind= -b=`,
      value: (option, value) =>
        near(option, value) ?? (/^--(?:loop|http|ws|interface)$/.test(option) && /[:.]/.test(value) ? code : undefined),
      dangers: [
        danger(elsewhere, "--app-dir= --reload-dir= --reload-include= --reload-exclude="),
        danger(settings, "--env-file= --log-config= -c= --config="),
        danger(anyone, "--uds= --fd= --proxy-headers --forwarded-allow-ips= --ssl-*=?")
      ]
    }
  ],
  [
    "flask",
    {
      source: "flask --help, of Flask 3",
      options: "--debug --no-debug --version -A= --app=",
      value: application,
      dangers: [danger(settings, "-e= --env-file=")],
      subcommands: {
        routes: { options: "-s= --sort= --all-methods" },
        run: {
          options: `-h= -p= --host= --port= --reload --no-reload --debugger --no-debugger --with-threads
            --without-threads`,
          value: near,
          dangers: [danger(anyone, "--cert= --key= --extra-files= --exclude-patterns=")]
        },
        shell: { asks: "opens a prompt, which reads code" }
      }
    }
  ],
  [
    "streamlit",
    {
      source: "streamlit --help, of Streamlit 1",
      options: "--log_level= --version",
      subcommands: {
        run: {
          rest: "script",
          options: `--server.headless= --server.port= --server.address= --server.runOnSave= --browser.gatherUsageStats=
            --theme.base= --logger.level= --server.fileWatcherType=`,
          value: near
        },
        "version docs help": {},
        "config cache activate hello init": { asks: "shows or changes settings, or opens a port" }
      }
    }
  ],
  [
    "papermill",
    {
      source: "papermill --help, of papermill 2",
      runsOperands: true,
      options: `-hp== -r== -k= -l= --parameters== --parameters_raw== --kernel= --language= --progress-bar --no-progress-bar
        --log-output --no-log-output --log-level= --start-timeout= --start_timeout= --execution-timeout= --report-mode
        --no-report-mode --help-notebook --version --inject-paths --request-save-on-cell-execute`,
      dangers: [
        danger(settings, "-f= --parameters_file= -y= --parameters_yaml= -b= --parameters_base64="),
        danger(elsewhere, "--cwd= --engine= --stdout-file= --stderr-file= --prepare-only")
      ],
      operand: (word) => (isOutside(word) ? "is outside of the folder" : undefined)
    }
  ],
  [
    "snakemake",
    {
      source: "snakemake --help, of Snakemake 8",
      targets: true,
      options: `-hnpqcFkvlj=? -c=? --cores=? --jobs=? --dry-run --dryrun --dag --rulegraph --filegraph --summary --detailed-summary
        --list-target-rules --list-rules --lint=? --forceall --force --keep-going --printshellcmds --quiet=? --reason
        --rerun-incomplete --version --nolock --unlock --keep-incomplete --notemp`,
      dangers: [
        danger(settings, "-s= --snakefile= --configfile= --configfiles= -C= --config= --profile= --workflow-profile="),
        danger(elsewhere, "-d= --directory= --conda-prefix= --use-conda --use-singularity --sdm= --shadow-prefix="),
        danger(
          "starts programs elsewhere",
          "--cluster=? --executor= -e= --default-storage-* --remote-* --wrapper-prefix="
        ),
        danger(writes, "--report=? --archive= --delete-all-output --delete-temp-output --touch -t --stats=")
      ]
    }
  ],
  [
    "nextflow",
    {
      source: "nextflow help, of Nextflow 24",
      style: "words",
      options: "-v -version -q -quiet -h -help",
      dangers: [danger(settings, "-c= -C= -config= -log= -syslog=? -bg -remote-debug -D*")],
      subcommands: {
        run: {
          options: "-resume=? -preview -ansi-log= -name= -stub -stub-run -latest=",
          dangers: [
            danger(settings, "-c= -config= -params-file= -profile= -w= -work-dir= -hub= -user= -with-*=? -e.*=?")
          ],
          operand: (word, before) =>
            before.length === 0 && !(/^(?:\.\/)?(?:[\w-]+\/)*[\w-]+\.nf$/.test(word) || word === ".")
              ? "is fetched, or comes from outside of the workspace"
              : undefined
        },
        "log list info config inspect lint help": { options: "-q -f= -o= -profile= -flat -sort" },
        "clone clean pull drop kuberun secrets plugin self-update console view fs lineage auth launch": acts
      }
    }
  ],
  [
    "dvc",
    {
      source: "dvc --help, of DVC 3",
      options: "-hqvV --quiet --verbose --version",
      dangers: [danger(elsewhere, "--cd=")],
      subcommands: {
        "status diff dag version doctor root help": {
          options:
            "-hqvcaTRj= --quiet --verbose --cloud --all-branches --all-tags --json --md --mermaid --dot --outs --full --jobs="
        },
        "metrics params plots exp data stage": {
          subcommands: {
            "show diff list ls status": {
              options: "-hqvaATR --json --md --all --all-branches --all-tags --only-changed --precision="
            },
            "run apply remove rename push pull branch clean save add modify templates": acts
          }
        },
        "repro checkout pull push fetch add commit remove move init gc import import-url get get-url config remote cache unprotect update destroy install list ls queue artifacts freeze unfreeze completion studio":
          acts
      }
    }
  ],
  [
    "mlflow",
    {
      source: "mlflow --help, of MLflow 2",
      options: "--version",
      dangers: [danger(settings, "--env-file=")],
      subcommands: {
        doctor: {},
        "experiments runs artifacts models deployments": {
          subcommands: {
            "list search describe get": { options: "-v= --view= --experiment-id= --run-id= -e= -f= --format=" },
            "create delete restore rename csv serve predict build-docker generate-dockerfile download log-artifact log-artifacts update run-local help update-pip-requirements prepare-env":
              acts
          }
        },
        run: { ...acts, operand: fetched },
        "server ui gc db sagemaker recipes gateway": acts
      }
    }
  ]
]

/** Programs that serve applications in Python, and that run notebooks and workflows. Sources: the manual of each. */
export const pythonServers: ReadonlyArray<Program> = lists.map(([names, closed]) => ({
  names: names.split(" "),
  facts: toolFacts,
  closed
}))
