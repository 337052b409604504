import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startChild } from '#src/main/local/child.ts'
import { keepRunning } from '#src/main/local/keep-running.ts'
import { readStart } from '#src/main/local/process-table.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atesta-child-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function sh(script: string) {
  const logFile = join(folder, 'log')
  return startChild({
    name: 'sh',
    command: '/bin/sh',
    args: ['-c', script],
    logFile,
    endSignal: 'SIGTERM',
  })
}

/** A process that waits to be reaped counts as gone. */
function isAlive(pid: number): boolean {
  if (readStart(pid) === undefined) return false
  return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
}

test('a child that does not want to end is ended all the same', async () => {
  const child = await sh('trap "" TERM; while :; do sleep 0.1; done')
  await child.end()
  expect(child.hasEnded()).toBe(true)
})

test('a command that is not there is said so', async () => {
  const plan = { name: 'Nothing', command: '/nowhere', args: [], logFile: join(folder, 'log') }
  await expect(startChild({ ...plan, endSignal: 'SIGTERM' })).rejects.toThrow(
    'Nothing cannot be started',
  )
})

test.runIf(process.platform === 'linux')('a child ends when its parent is killed', async () => {
  const module = resolve('src/main/local/child.ts')
  const pidFile = join(folder, 'pid')
  const script = `
    import { startChild } from ${JSON.stringify(module)}
    import { writeFileSync } from 'node:fs'
    const child = await startChild({ name: 'sleep', command: '/bin/sleep', args: ['60'],
      logFile: ${JSON.stringify(join(folder, 'log'))}, endSignal: 'SIGTERM' })
    writeFileSync(${JSON.stringify(pidFile)}, String(child.pid))
    setInterval(() => undefined, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  await expect
    .poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8'), { timeout: 30_000 })
    .toBeTruthy()
  const pid = Number(readFileSync(pidFile, 'utf8'))
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false)
})

test('a server that ends by itself is started again, and not after it was told to end', async () => {
  const started: number[] = []
  const restart = async () => {
    const child = await sh('sleep 60')
    started.push(child.pid)
    return child
  }
  const first = await restart()
  const kept = keepRunning('sleep', first, restart, () => undefined)
  process.kill(first.pid, 'SIGKILL')
  await expect.poll(() => started.length, { timeout: 30_000 }).toBe(2)
  await kept.end()
  expect(started.some(isAlive)).toBe(false)
  expect(started).toHaveLength(2)
})

test('a server that cannot be started again is given up with the reason', async () => {
  const first = await sh('exit 0')
  const lost = Promise.withResolvers<unknown>()
  keepRunning('sh', first, () => Promise.reject(new Error('no space left')), lost.resolve)
  await expect(lost.promise).resolves.toMatchObject({ message: 'no space left' })
})
