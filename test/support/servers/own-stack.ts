// The complete local start `src/main/local/dev.ts` as a process with its own home folder; its output and its files can
// be read.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#src/main/local/ports.ts'
import { jwtSecret } from '../token.ts'

export type OwnStack = {
  readonly home: string
  /** The folder for temporary files of its processes, below its home. */
  readonly temporary: string
  readonly apiUrl: string
  readonly metricsUrl: string
  readonly temporalAddress: string
  readonly databaseUrl: string
  /** All bytes that the process has written to stdout and stderr. */
  output(): Buffer
  /** Ends the stack in order, as Ctrl-C does; its home folder stays. Resolves to the exit code. */
  end(): Promise<number | null>
  /** Ends the stack if it is running, and removes its home folder. */
  close(): Promise<void>
}

const entry = resolve(import.meta.dirname, '../../../src/main/local/dev.ts')
const startSeconds = 60

export async function startOwnStack(changed: Readonly<Record<string, string>>): Promise<OwnStack> {
  const home = await mkdtemp(join(tmpdir(), 'atesta-stack-'))
  const temporary = join(home, 'tmp')
  await mkdir(temporary)
  const names = ['PORT', 'METRICS_PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT', 'DATABASE_PORT'] as const // prettier-ignore
  const ports = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, String(await freePort())] as const)),
  )
  const foreign = { DATABASE_URL: '', TEMPORAL_ADDRESS: '', TEMPORAL_PROFILE: '' }
  const own = { ATESTA_HOME: home, TMPDIR: temporary, JWT_SECRET: jwtSecret, ...ports }
  const child = spawn(process.execPath, [entry], {
    // oxlint-disable-next-line node/no-process-env -- where the machine keeps the Temporal binary
    env: { ...process.env, ...foreign, ...own, ...changed },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: Buffer[] = []
  for (const output of [child.stdout, child.stderr])
    output.on('data', (chunk: Buffer) => said.push(chunk))
  const ended = once(child, 'close').then(() => child.exitCode)
  const output = () => Buffer.concat(said)
  const end = async () => {
    child.kill('SIGTERM')
    return ended
  }
  const close = async () => {
    await end()
    await rm(home, { recursive: true, force: true })
  }
  const deadline = performance.now() + startSeconds * 1_000
  while (!/^Token /m.test(output().toString())) {
    if (child.exitCode === null && performance.now() < deadline) {
      await sleep(100)
      continue
    }
    await close()
    throw new Error(
      `The local start did not come up (exit ${child.exitCode}, ${child.signalCode}):\n${output().toString()}`,
    )
  }
  const password = (await readFile(join(home, 'postgres-password'), 'utf8')).trim()
  return {
    home,
    temporary,
    apiUrl: `http://127.0.0.1:${ports['PORT']}`,
    metricsUrl: `http://127.0.0.1:${ports['METRICS_PORT']}/metrics`,
    temporalAddress: `127.0.0.1:${ports['TEMPORAL_PORT']}`,
    databaseUrl: `postgres://atesta:${password}@127.0.0.1:${ports['DATABASE_PORT']}/atesta`,
    output,
    end,
    close,
  }
}
