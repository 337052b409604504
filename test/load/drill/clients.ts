// Tests clients that other generators make from the OpenAPI document: that of openapi-python-client runs a journey with
// a refusal, and that of openapi-generator for Java compiles.
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { mintToken } from '#test/support/token.ts'
import { openStage, type Stage } from '#test/load/stage.ts'
import { type Part } from './part.ts'

const run = promisify(execFile)
const mostBytes = 64 * 1024 * 1024

const isThere = (...command: readonly [string, ...string[]]) =>
  spawnSync(command[0], command.slice(1)).status === 0

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
    const { stdout, stderr } = await run('openapi-python-client', generate, {
      maxBuffer: mostBytes,
    })
    const warnings = `${stdout}${stderr}`.match(/^WARNING.*$/gim) ?? []
    say(
      `generated with ${warnings.length} warnings${warnings.length > 0 ? `: ${[...new Set(warnings)].slice(0, 3).join(' ')}` : ''}`,
    )
    const program = join(import.meta.dirname, 'journey.py')
    const told = await run(await pythonOf(), [program, output, api.url, await mintToken({})], {
      env: { PATH: '/usr/bin:/bin' },
    })
    for (const line of told.stdout.trim().split('\n')) say(line)
  },
}

/** The Python of the generator, which has the packages that its clients need. */
async function pythonOf(): Promise<string> {
  const { stdout } = await run('sh', ['-c', 'readlink -f "$(command -v openapi-python-client)"'])
  const [first = ''] = (await readFile(stdout.trim(), 'utf8')).split('\n')
  return first.startsWith('#!/') ? first.slice(2) : 'python3'
}

const java: Part = {
  name: 'java',
  proves: 'openapi-generator makes a client for Java that compiles',
  async lacks() {
    if (!isThere('openapi-generator-cli', 'version')) return 'there is no openapi-generator-cli'
    return isThere('mvn', '--version') ? undefined : 'there is no Maven'
  },
  async run(say) {
    await using stage = await openStage()
    const fleet = stage.openFleet()
    const api = await fleet.startApi()
    const output = join(stage.folder, 'java')
    await mkdir(output)
    const path = await readDocument(stage, api.url)
    // Without this the generator omits the form classes but still refers to them.
    const forms = ['--global-property', 'skipFormModel=false']
    const how = ['-g', 'java', '--library', 'native', ...forms, '-i', path, '-o', output]
    const generated = await run('openapi-generator-cli', ['generate', ...how], {
      maxBuffer: mostBytes,
    })
    const warnings = `${generated.stdout}${generated.stderr}`.match(/\bWARN\b.*$/gm) ?? []
    const quick = ['-q', '-B', '-DskipTests', '-Dmaven.javadoc.skip=true', 'compile']
    await run('mvn', quick, { cwd: output, maxBuffer: mostBytes })
    const classes = await run('sh', ['-c', 'find target/classes -name "*.class" | wc -l'], {
      cwd: output,
    })
    say(`${classes.stdout.trim()} classes compile; the generator warned ${warnings.length} times`)
  },
}

export const clients: readonly Part[] = [python, java]
