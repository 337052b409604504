// A log that nobody takes keeps a process neither from its answers nor from its end.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, inject, onTestFinished, vi } from 'vitest'
import { freePort } from '#src/main/local/ports.ts'
import { createKeyring } from '#src/platform/seal/keys.ts'
import { test } from '#test/db/fixture.ts'
import { createCaller } from '#test/support/caller.ts'
import { built, compileCache } from '#test/support/process.ts'
import { jwtSecret } from '#test/support/token.ts'

type Out = number | 'pipe'

/** One for all: their database is one. */
const keyring = JSON.stringify(createKeyring())

async function startApi(databaseUrl: string, out: Out) {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const env = {
    ...compileCache(),
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    TEMPORAL_NAMESPACE: 'default',
    TEMPORAL_TASK_QUEUE: `lines-${port}`,
    KEYRING: keyring,
    JWT_SECRET: jwtSecret,
    DRAIN_SECONDS: '2',
  }
  const file = resolve(built.folder, `api.${built.ending}`)
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', out, out] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  const caller = createCaller(url)
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), {
    timeout: 60_000,
    interval: 100,
  })
  const lost = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return Number(/^atesta_log_lines_lost_total (\d+)$/m.exec(text)?.[1])
  }
  return { child, caller, lost }
}

async function endOf(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await ended
  return code
}

test('a full disk: requests are answered, lines are lost and counted, and SIGTERM ends it', async ({
  url,
}) => {
  const full = openSync('/dev/full', 'w')
  const { child, caller, lost } = await startApi(url, full)
  closeSync(full)
  await caller.create('full@example.com')
  expect(await lost()).toBeGreaterThan(0)
  expect(await endOf(child)).toBe(0)
})

test('a pipe that is closed', async ({ url }) => {
  const { child, caller, lost } = await startApi(url, 'pipe')
  child.stdout?.destroy()
  child.stderr?.destroy()
  for (let count = 0; count < 5; count += 1) await caller.create('closed@example.com')
  expect(await lost()).toBeGreaterThan(0)
  expect(await endOf(child)).toBe(0)
})

test('a pipe that nobody reads: as many requests as it has no room for', async ({ url }) => {
  const { child, caller } = await startApi(url, 'pipe')
  // Each line is some 300 bytes, and a pipe and its reader's buffer have 64 KiB each.
  for (let round = 0; round < 40; round += 1)
    await Promise.all(Array.from({ length: 25 }, () => caller.send('GET', '/v1/transaction/none')))
  await caller.create('unread@example.com')
  expect(await endOf(child)).toBe(0)
})
