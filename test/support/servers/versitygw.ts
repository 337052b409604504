// A real S3 server for tests, built once from Go modules and kept outside the clone; undefined without Go.
import { execFile, spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '#src/main/local/ports.ts'

const run = promisify(execFile)

/** The version that `tools/versitygw/go.mod` builds. */
const version = '1.8.0'
const access = 'atesta-test'
const secret = 'atesta-test-secret'
const bucket = 'images'

export type S3Server = {
  readonly endpoint: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
  /** The folder in which the server stores its objects. */
  readonly folder: string
  close(): Promise<void>
}

/** Takes minutes when it has to build. A suite that is skipped without it says so in its name. */
export async function findVersitygw(): Promise<string | undefined> {
  // oxlint-disable-next-line node/no-process-env -- says where this machine keeps what is built once
  const { ATESTA_CACHE, XDG_CACHE_HOME } = process.env
  const cache = ATESTA_CACHE ?? join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'atesta')
  const path = join(cache, `versitygw-${version}`)
  if (isExecutable(path)) return path
  return (await build(cache, path)) ? path : undefined
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * One process builds while the others wait: three builds at once would take three times as long and slow the tests
 * down.
 */
async function build(cache: string, path: string): Promise<boolean> {
  const lock = `${path}.lock`
  mkdirSync(cache, { recursive: true })
  while (!lockFor(lock)) {
    if (!isAtWork(lock)) rmSync(lock, { force: true })
    await sleep(500)
    if (isExecutable(path)) return true
  }
  try {
    return isExecutable(path) || (await compile(path))
  } finally {
    rmSync(lock, { force: true })
  }
}

function lockFor(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

/** A builder that was killed leaves its lock behind, with the id of its process. */
function isAtWork(lock: string): boolean {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return true
  } catch {
    return false
  }
}

async function compile(path: string): Promise<boolean> {
  const draft = `${path}.${process.pid}`
  const flags = ['-trimpath', '-ldflags=-s -w', '-o', draft]
  try {
    await run('go', ['build', ...flags, 'github.com/versity/versitygw/cmd/versitygw'], {
      cwd: join(import.meta.dirname, '../../../tools/versitygw'),
      // oxlint-disable-next-line node/no-process-env -- Go needs its own variables
      env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=readonly' },
      timeout: 900_000,
    })
    renameSync(draft, path)
    return true
  } catch {
    return false
  } finally {
    rmSync(draft, { force: true })
  }
}

export async function startS3(binary: string): Promise<S3Server> {
  const home = await mkdtemp(join(tmpdir(), 'atesta-s3-'))
  const folder = join(home, bucket)
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const child = spawn(
    binary,
    [
      '--access',
      access,
      '--secret',
      secret,
      '--port',
      `127.0.0.1:${port}`,
      '--region',
      'us-east-1',
      'posix',
      home,
    ],
    { stdio: 'ignore' },
  )
  const ended = new Promise((done) => child.once('exit', done))
  const endpoint = `http://127.0.0.1:${port}/${bucket}`
  await untilAnswers(endpoint)
  return {
    endpoint,
    accessKeyId: access,
    secretAccessKey: secret,
    region: 'us-east-1',
    folder,
    async close() {
      child.kill()
      await ended
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function untilAnswers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await new Promise((go) => setTimeout(go, 50))
  }
  throw new Error('the S3 server does not answer')
}
