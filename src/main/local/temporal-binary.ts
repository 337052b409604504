// Finds the program that serves Temporal locally: an installed one, a cached one, a download, or a build.
import { execFile, spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { note, showProgress } from './note.ts'
import { projectRoot } from './settings.ts'

const run = promisify(execFile)

/** The server version that `tools/temporal/go.mod` builds, which is also the minimum for an installed one. */
const serverVersion = '1.32.0'
const cliRelease = 'v1.9.0'

export type TemporalBinary = { readonly path: string; readonly server: string }

/** Takes minutes when it has to build. Throws one sentence that says what to install. */
export async function findTemporal(cache: string, signal?: AbortSignal): Promise<TemporalBinary> {
  const built = join(cache, `temporal-${serverVersion}`)
  const downloaded = join(cache, `temporal-cli-${cliRelease}`)
  const found =
    (await firstUsable(onPath('temporal'))) ??
    (await firstUsable([built, downloaded])) ??
    (await firstUsable(await download(downloaded, signal))) ??
    (await firstUsable(await build(built, signal)))
  if (found) return found
  throw new Error(
    `Temporal is missing: install its CLI with a server of ${serverVersion} or later (https://docs.temporal.io/cli), or Go 1.26 so that it is built here, or set TEMPORAL_ADDRESS.`,
  )
}

async function firstUsable(paths: readonly string[]): Promise<TemporalBinary | undefined> {
  for (const path of paths) {
    const server = await readServerVersion(path)
    if (server && isAtLeast(server, serverVersion)) return { path, server }
  }
  return undefined
}

async function readServerVersion(path: string): Promise<string | undefined> {
  try {
    const { stdout } = await run(path, ['--version'], { timeout: 10_000 })
    return /Server (\d+\.\d+\.\d+)/.exec(stdout)?.[1]
  } catch {
    return undefined
  }
}

function isAtLeast(version: string, least: string): boolean {
  return version.localeCompare(least, 'en', { numeric: true }) >= 0
}

function onPath(program: string): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, program)).filter(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Downloads with the SDK, in a process of its own, because its runtime can be set up only once per process. */
async function download(target: string, signal?: AbortSignal): Promise<string[]> {
  // Ctrl-C ends the probed programs too, so that they seem to be missing: then nothing is downloaded.
  signal?.throwIfAborted()
  mkdirSync(join(target, '..'), { recursive: true })
  const folder = mkdtempSync(`${target}-`)
  const script = fileURLToPath(new URL('./download-temporal.ts', import.meta.url))
  try {
    await run(process.execPath, [script, folder, cliRelease], { timeout: 300_000 })
    const [file] = readdirSync(folder)
    if (!file) return []
    renameSync(join(folder, file), target)
    return [target]
  } catch {
    return []
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function build(target: string, signal?: AbortSignal): Promise<string[]> {
  signal?.throwIfAborted()
  if (onPath('go').length === 0) return []
  note(
    'Temporal is not installed and cannot be downloaded: building it once from its Go modules (some minutes).',
  )
  // Two builds may run at once: each writes a file of its own, and renames it atomically.
  const draft = `${target}.${process.pid}`
  const progress = { packages: 0 }
  const shown = showProgress(
    (seconds) => `  building Temporal: ${progress.packages} packages, ${seconds} s`,
  )
  try {
    await runGo(draft, progress, signal)
    renameSync(draft, target)
    return [target]
  } finally {
    shown.end()
    rmSync(draft, { force: true })
  }
}

function runGo(
  output: string,
  progress: { packages: number },
  signal?: AbortSignal,
): Promise<void> {
  const flags = ['-v', '-trimpath', '-ldflags=-s -w', '-o', output]
  const child = spawn('go', ['build', ...flags, 'github.com/temporalio/cli/cmd/temporal'], {
    cwd: join(projectRoot, 'tools/temporal'),
    env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=readonly' },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal && { signal }),
  })
  let last = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    const lines = text.trimEnd().split('\n')
    progress.packages += lines.filter((line) => !line.startsWith('go: ')).length
    last = lines.at(-1) ?? last
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`Temporal could not be built (go build: ${last}).`))
    })
  })
}
