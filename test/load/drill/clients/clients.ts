// Tests clients that other generators make from the OpenAPI document: five languages each drive a journey, its pack and
// its events. That of openapi-python-client meets a refusal too.
import { execFile, spawnSync } from 'node:child_process'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { everyScope, mintToken } from '#test/support/token.ts'
import { openStage, type Stage } from '#test/load/stage.ts'
import type { Part, Say } from '../part.ts'

const execute = promisify(execFile)
const mostBytes = 64 * 1024 * 1024
const root = join(import.meta.dirname, '../../../..')

const isThere = (command: string, ...words: readonly string[]) =>
  spawnSync(command, words).status === 0

/** Gives what was printed; rejects with it when the program fails. */
async function run(cwd: string, command: string, words: readonly string[]): Promise<string> {
  try {
    const { stdout, stderr } = await execute(command, words, { cwd, maxBuffer: mostBytes })
    return `${stdout}${stderr}`
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command}: ${`${stdout}${stderr}`.slice(-2_000)}`, { cause: error })
  }
}

const generator = 'openapi-generator-cli'

/** What a program of one language is built and run by, in the folder in which its client is made. */
type Language = {
  readonly name: string
  readonly generator: string
  /** Options of the generator. */
  readonly options: readonly string[]
  /** The folder of the client, and the file of the program. */
  readonly client: string
  readonly program: readonly [source: string, target: string]
  readonly needs: readonly [string, ...string[]]
  build(folder: string): Promise<void>
  readonly start: readonly [string, ...string[]]
}

const languages: readonly Language[] = [
  {
    name: 'typescript',
    // That of `typescript-fetch` forgets the imports of a union that holds itself.
    generator: 'typescript-axios',
    options: [],
    client: 'atesta',
    program: ['journey.ts.txt', 'journey.ts'],
    needs: ['node', '--version'],
    async build(folder) {
      // It imports its files without an ending, which only CommonJS takes.
      await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }')
      await run(folder, 'npm', ['install', '--silent', '--no-audit', 'axios@1'])
      const how = ['--module', 'commonjs', '--target', 'es2022', '--strict', '--types', 'node']
      const types = ['--typeRoots', join(root, 'node_modules/@types')]
      await run(folder, join(root, 'node_modules/.bin/tsc'), [...how, ...types, 'journey.ts'])
    },
    start: ['node', 'journey.js'],
  },
  {
    name: 'go',
    generator: 'go',
    // Its tests name a repository that its user has yet to say.
    options: [
      '--package-name=atesta',
      '--additional-properties=withGoMod=false,enumClassPrefix=true',
      '--global-property=apiTests=false,modelTests=false',
    ],
    client: 'atesta',
    program: ['journey.go', 'main.go'],
    needs: ['go', 'version'],
    async build(folder) {
      await run(folder, 'go', ['mod', 'init', 'example.com/journey'])
      await run(folder, 'go', ['mod', 'tidy'])
      await run(folder, 'go', ['build', '-o', 'journey', '.'])
    },
    start: ['./journey'],
  },
  {
    name: 'rust',
    generator: 'rust',
    options: [],
    client: '.',
    program: ['journey.rs', 'src/main.rs'],
    needs: ['cargo', '--version'],
    async build(folder) {
      const manifest = join(folder, 'Cargo.toml')
      const tokio = '\ntokio = { version = "1", features = ["rt", "macros"] }\n'
      const written = await readFile(manifest, 'utf8')
      await writeFile(manifest, written.replace('[dependencies]', `[dependencies]${tokio}`))
      await run(folder, 'cargo', ['build', '--quiet'])
    },
    start: ['target/debug/openapi'],
  },
  {
    name: 'java',
    generator: 'java',
    // Without the second the generator omits the form classes but still refers to them.
    options: ['--library', 'native', '--global-property', 'skipFormModel=false'],
    client: '.',
    program: ['Journey.java', 'src/main/java/Journey.java'],
    needs: ['mvn', '--version'],
    async build(folder) {
      const quick = ['-q', '-B', '-Dmaven.test.skip=true', '-Dmaven.javadoc.skip=true']
      await run(folder, 'mvn', [...quick, 'package', 'dependency:copy-dependencies'])
    },
    start: ['java', '-cp', 'target/classes:target/dependency/*', 'Journey'],
  },
]

const toPart = (language: Language): Part => ({
  name: language.name,
  proves: `openapi-generator makes a client of ${language.name} that drives a journey, its pack and its events`,
  async lacks() {
    if (!isThere(generator, 'version')) return `there is no ${generator}`
    const [tool, ...asked] = language.needs
    return isThere(tool, ...asked) ? undefined : `there is no ${tool}`
  },
  run: (say) => drive(language, say),
})

async function drive(language: Language, say: Say): Promise<void> {
  await using stage = await openStage()
  const fleet = stage.openFleet()
  const [api] = await Promise.all([fleet.startApi(), fleet.startWorker()])
  const folder = join(stage.folder, language.name)
  await mkdir(folder)
  const path = await readDocument(stage, api.url)
  const output = join(folder, language.client)
  const { options } = language
  const made = ['generate', '-g', language.generator, ...options, '-i', path, '-o', output]
  await run(folder, generator, made)
  const [source, target] = language.program
  await copyFile(join(import.meta.dirname, source), join(folder, target))
  await language.build(folder)
  const [program, ...first] = language.start
  say(
    (
      await run(folder, program, [...first, api.url, await mintToken({ scope: everyScope })])
    ).trim(),
  )
}

async function readDocument(stage: Stage, url: string): Promise<string> {
  const file = join(stage.folder, 'openapi.json')
  await writeFile(file, await (await fetch(`${url}/openapi.json`)).text())
  return file
}

const python: Part = {
  name: 'python',
  proves: 'openapi-python-client makes a client that drives a journey, refusals included',
  lacks: async () =>
    isThere('openapi-python-client', '--version') ? undefined : 'there is no openapi-python-client',
  async run(say) {
    await using stage = await openStage()
    const fleet = stage.openFleet()
    const [api] = await Promise.all([fleet.startApi(), fleet.startWorker()])
    const output = join(stage.folder, 'python')
    const path = await readDocument(stage, api.url)
    const generate = ['generate', '--path', path, '--output-path', output, '--meta', 'none']
    const told = await run(stage.folder, 'openapi-python-client', generate)
    const warnings = told.match(/^WARNING.*$/gim) ?? []
    const some = [...new Set(warnings)].slice(0, 3).join(' ')
    say(`generated with ${warnings.length} warnings${some && `: ${some}`}`)
    const program = join(import.meta.dirname, 'journey.py')
    const driven = [program, output, api.url, await mintToken({ scope: everyScope })]
    for (const line of (await run(stage.folder, await pythonOf(), driven)).trim().split('\n'))
      say(line)
  },
}

/** The Python of the generator, which has the packages that its clients need. */
async function pythonOf(): Promise<string> {
  const found = await run('/', 'sh', ['-c', 'readlink -f "$(command -v openapi-python-client)"'])
  const [first = ''] = (await readFile(found.trim(), 'utf8')).split('\n')
  return first.startsWith('#!/') ? first.slice(2) : 'python3'
}

export const clients: readonly Part[] = [python, ...languages.map(toPart)]
