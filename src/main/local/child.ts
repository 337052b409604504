// Runs a server of the local start as a child process that ends with us, but not before our orderly close.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

export type ChildPlan = {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly uid?: number
  readonly gid?: number
  /** Gets stdout and stderr; overwritten at each start. */
  readonly logFile: string
  readonly endSignal: 'SIGINT' | 'SIGTERM'
}

export type Child = {
  readonly pid: number
  /** Resolves when the process has ended, whether intended or not. */
  readonly ended: Promise<void>
  hasEnded(): boolean
  /** Asks the process to end, and kills it after 3 s. */
  end(): Promise<void>
}

/** Rejects when the command cannot be started; the caller checks whether it then serves. */
export async function startChild(plan: ChildPlan): Promise<Child> {
  const log = openSync(plan.logFile, 'w', 0o600)
  const child = spawn(plan.command, plan.args, {
    cwd: '/',
    // A process group of its own, because Ctrl-C reaches the whole group of the terminal and would end the child first.
    detached: true,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', ...plan.environment },
    stdio: ['ignore', log, log],
    ...(plan.uid !== undefined && { uid: plan.uid }),
    ...(plan.gid !== undefined && { gid: plan.gid }),
  })
  closeSync(log)
  let hasExited = false
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  }).then(() => {
    hasExited = true
  })
  const pid = await started(child, plan.name)
  const guard = guardChild(pid, plan.endSignal)
  const unguarded = ended.then(() => guard.kill('SIGKILL'))
  child.unref()
  return {
    pid,
    ended,
    hasEnded: () => hasExited,
    async end() {
      if (!hasExited) child.kill(plan.endSignal)
      const timeout = new AbortController()
      const forced = wait(3000, true, { signal: timeout.signal }).catch(() => false)
      if (await Promise.race([ended.then(() => false), forced])) child.kill('SIGKILL')
      timeout.abort()
      await unguarded
    },
  }
}

/** The last lines of a child’s output, for an error message. */
export function readLogEnd(file: string): string {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-5).join('\n')
  } catch {
    return ''
  }
}

function started(child: ChildProcess, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${name} cannot be started: ${error.message}`)))
    child.once('spawn', () => resolve(child.pid ?? 0))
  })
}

/** Ends the child even when this process is killed: a guard process waits for the pipe from us to close. */
function guardChild(pid: number, signal: 'SIGINT' | 'SIGTERM'): ChildProcess {
  const script = 'trap "" HUP INT TERM; read -r _; kill -s "$2" "$1"; sleep 3; kill -s KILL "$1"'
  const args = ['-c', `${script} 2>/dev/null`, 'atesta-guard', String(pid), signal.slice(3)]
  const guard = spawn('/bin/sh', args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  guard.on('error', () => undefined)
  guard.stdin?.on('error', () => undefined)
  guard.unref()
  return guard
}
