import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { readReadiness } from '#src/platform/http/health/readiness.ts'
import { startMetricsServer } from '#src/platform/http/metrics-server.ts'
import { createMetrics } from '#src/platform/metrics.ts'
import { showParts } from '#src/platform/process-metrics.ts'
import { listen } from '#test/support/servers/listen.ts'

const local = { host: '127.0.0.1', port: 0 }

async function scrape(temporalMetricsUrl?: string) {
  const metrics = createMetrics()
  metrics.nudges.inc({ outcome: 'sent' })
  const server = await startMetricsServer(metrics.registry, { ...local, temporalMetricsUrl })
  try {
    const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`)
    const { headers } = answer
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    return { type: headers.get('content-type'), text: await answer.text() }
  } finally {
    await server.close()
  }
}

test('the metrics of the service are served as Prometheus text', async () => {
  const { type, text } = await scrape()
  expect(type).toContain('text/plain')
  expect(text).toContain('atesta_nudges_total{outcome="sent"} 1')
  // Nobody has measured it yet: it is absent, and not 0.
  expect(text).not.toMatch(/^atesta_agenda_oldest_overdue_seconds/m)
  for (const name of [
    'atesta_http_request_duration_seconds',
    'atesta_agenda_overdue_transactions',
    'atesta_agenda_oldest_overdue_seconds',
    'atesta_activity_duration_seconds',
    'process_cpu_user_seconds_total',
  ]) {
    expect(text).toContain(`# TYPE ${name} `)
  }
})

test('what the Temporal SDK shows is appended, and its absence changes nothing', async () => {
  const sdk = createServer((_, res) => res.end('temporal_worker_start 1\n'))
  const url = `http://127.0.0.1:${await listen(sdk)}/metrics`
  const { text } = await scrape(url)
  expect(text).toContain('atesta_nudges_total{outcome="sent"} 1\n')
  expect(text).toMatch(/\ntemporal_worker_start 1\n$/)
  sdk.closeAllConnections()
  sdk.close()
  expect((await scrape(url)).text).toContain('atesta_nudges_total{outcome="sent"} 1\n')
})

test('nothing but /metrics is there', async () => {
  const server = await startMetricsServer(createMetrics().registry, local)
  expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404)
  const posted = await fetch(`http://127.0.0.1:${server.port}/metrics`, { method: 'POST' })
  expect(posted.status).toBe(404)
  await server.close()
})

test('a port that is taken is an error at the start', async () => {
  const first = await startMetricsServer(createMetrics().registry, local)
  const second = startMetricsServer(createMetrics().registry, { ...local, port: first.port })
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await first.close()
})

test('a process without an API answers the probes there, and is ready while its queue is', async () => {
  const probes = { postgres: async () => false, temporal: async () => true, worker: () => isUp }
  let isUp = false
  const ready = () => readReadiness(probes, ['temporal', 'worker'])
  const server = await startMetricsServer(createMetrics().registry, { ...local, ready })
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`)
    return [answer.status, await answer.json()]
  }
  const parts = { postgres: 'down', writes: 'down', temporal: 'up' }
  expect(await ask('/livez')).toEqual([200, { status: 'alive' }])
  expect(await ask('/readyz')).toEqual([503, { status: 'unavailable', ...parts, worker: 'down' }])
  isUp = true
  expect(await ask('/readyz')).toEqual([200, { status: 'ready', ...parts, worker: 'up' }])
  await server.close()
})

test('each scrape asks for the parts anew: 1, 0, and no value of what this process cannot tell', async () => {
  const metrics = createMetrics()
  let isThere = true
  const probes = {
    postgres: async () => isThere,
    writes: () => undefined,
    temporal: async () => !isThere,
    worker: () => undefined,
  }
  showParts(metrics, () => readReadiness(probes, []))
  const read = async () => {
    const { values } = await metrics.partUp.get()
    return Object.fromEntries(values.map(({ labels, value }) => [labels.part, value]))
  }
  expect(await read()).toEqual({ postgres: 1, temporal: 0 })
  isThere = false
  expect(await read()).toEqual({ postgres: 0, writes: 0, temporal: 1 })
})
