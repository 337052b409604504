import { afterEach, expect, test, vi } from 'vitest'
import type { Probes } from '#src/platform/http/health/readiness.ts'
import { healthRoutes } from '#src/platform/http/health/routes.ts'
import { tinyApp } from './tiny-app.ts'

const up: Probes = {
  postgres: async () => true,
  writes: () => true,
  temporal: async () => true,
  worker: () => true,
}
const failing = async () => {
  throw new Error('secret of the connection')
}
const hanging = () => new Promise<boolean>(() => {})

async function ready(probes: Partial<Probes>) {
  const { app } = await tinyApp({ routes: healthRoutes({ ...up, ...probes }) })
  const answer = await app.request('/readyz')
  return [answer.status, await answer.json()]
}

afterEach(() => {
  vi.useRealTimers()
})

test('/livez and /healthz say that the process lives, and nothing more', async () => {
  const { app } = await tinyApp({ routes: healthRoutes({ ...up, postgres: failing }) })
  for (const path of ['/livez', '/healthz']) {
    const answer = await app.request(path)
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'alive' }])
  }
})

test('/readyz is 503 from the moment on in which the process was told to end', async () => {
  const parts = { postgres: 'up', writes: 'up', temporal: 'up', worker: 'up' }
  expect(await ready({ stopping: () => true })).toEqual([503, { status: 'unavailable', ...parts }])
})

test('/readyz is 200 while Postgres is there, whatever the other parts do', async () => {
  const parts = { postgres: 'up', writes: 'up', temporal: 'up', worker: 'up' }
  expect(await ready({})).toEqual([200, { status: 'ready', ...parts }])
  const without = { temporal: failing, worker: () => false }
  expect(await ready(without)).toEqual([
    200,
    { status: 'ready', postgres: 'up', writes: 'up', temporal: 'down', worker: 'down' },
  ])
  expect(await ready({ worker: () => undefined })).toEqual([
    200,
    { status: 'ready', ...parts, worker: 'unknown' },
  ])
})

test('/readyz is 503 when Postgres is away', async () => {
  const away = {
    status: 'unavailable',
    postgres: 'down',
    // What was known of it before does not count.
    writes: 'down',
    temporal: 'up',
    worker: 'up',
  }
  expect(await ready({ postgres: failing })).toEqual([503, away])
  expect(await ready({ postgres: async () => false })).toEqual([503, away])
})

test('/readyz waits a second for a part that hangs, and no longer', async () => {
  vi.useFakeTimers()
  const answer = ready({ postgres: hanging, temporal: hanging })
  await vi.advanceTimersByTimeAsync(1000)
  expect((await answer)[0]).toBe(503)
})

test('/readyz says that PostgreSQL takes no commit, and stays 200: what reads is answered by nobody else either', async () => {
  const parts = { postgres: 'up', temporal: 'up', worker: 'up' }
  const readOnly = { status: 'ready', ...parts, writes: 'down' }
  expect(await ready({ writes: () => false })).toEqual([200, readOnly])
  const unknown = { status: 'ready', ...parts, writes: 'unknown' }
  expect(await ready({ writes: () => undefined })).toEqual([200, unknown])
})
