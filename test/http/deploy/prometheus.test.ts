// The rules and the dashboard in `deploy`, run by a real Prometheus that scrapes what the process serves.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { startMetricsServer } from '#src/platform/http/metrics-server.ts'
import { freePort } from '#src/main/local/ports.ts'
import { test } from '#test/db/fixture.ts'
import { createTestApp } from '#test/support/app.ts'
import { createMetrics, showAccounts, showKeySets } from '#src/platform/metrics.ts'
import { showBuild, showKeyFiles, showParts, showPools } from '#src/platform/process-metrics.ts'

const deploy = join(import.meta.dirname, '../../../deploy')
const has = (program: string) => spawnSync(program, ['--version']).status === 0
const isThere = has('prometheus') && has('promtool')
const run = promisify(execFile)
const ruleTests = ['rules.test.yml', 'service.test.yml']

const Rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
})
const Dashboard = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      description: z.string(),
      links: z.tuple([z.object({ url: z.string() })]),
      targets: z.array(z.object({ expr: z.string() })),
    }),
  ),
})

const readPanels = async () => {
  const folder = join(deploy, 'grafana')
  const texts = await Promise.all(
    (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')),
  )
  return texts.flatMap((text) => Dashboard.parse(JSON.parse(text)).panels)
}

const Tried = z.object({
  tests: z.array(
    z.object({
      input_series: z.array(z.object({ series: z.string() })).optional(),
      alert_rule_test: z
        .array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) }))
        .optional(),
    }),
  ),
})

/** As Grafana writes it when every tenant, pack and channel is chosen. */
const forAll = (expr: string) => expr.replaceAll(/\$(?:tenant|pack|channel)\b/g, '.*')

const readQueries = async () => {
  const rules = Rules.parse(parse(await readFile(join(deploy, 'prometheus/rules.yml'), 'utf8')))
  const panels = await readPanels()
  return [
    ...rules.groups.flatMap(({ rules: own }) =>
      own.map(({ alert, expr }) => [alert, expr] as const),
    ),
    ...panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => [title, forAll(expr)] as const),
    ),
  ]
}

/** As a process that has sent and heard something. */
function busyMetrics() {
  const metrics = createMetrics()
  const about = { account: 'twilio-main', channel: 'sms' }
  showAccounts(metrics, {
    accounts: () => [{ account: 'twilio-main', underWay: 3, restMs: 1_000, queueMs: 2_000 }],
  })
  for (const outcome of ['accepted', 'rejected-account', 'uncertain'])
    metrics.sends.inc({ ...about, outcome }, 5)
  metrics.sendSeconds.observe(about, 0.2)
  metrics.callbacks.inc({ vendor: 'twilio', event: 'delivered' })
  metrics.callbackAgeSeconds.observe({ vendor: 'twilio' }, 3)
  metrics.callbacksRefused.inc({ vendor: 'twilio' })
  metrics.reviewOverdueSeconds.set({ tenant: 'acme', mode: 'live' }, 60)
  metrics.callbacksUnmatched.inc({ account: 'twilio-main' })
  for (const [state, count] of Object.entries({
    taken: 100,
    delivered: 60,
    failed: 5,
    answered: 9,
  }))
    metrics.messagesHour.set({ tenant: 'acme', ...about, state }, count)
  metrics.runsHour.set({ tenant: 'acme', mode: 'live', pack: 'onboarding', outcome: 'approved' }, 7)
  for (const [state, count] of Object.entries({
    made: 9,
    opened: 8,
    consented: 7,
    refused: 1,
    completed: 6,
  }))
    metrics.linksHour.set({ tenant: 'acme', mode: 'live', pack: 'onboarding', state }, count)
  metrics.reviewsOpen.set({ tenant: 'acme', mode: 'live' }, 4)
  metrics.reviewsOverdue.set({ tenant: 'acme', mode: 'live' }, 1)
  metrics.reviewOldestSeconds.set({ tenant: 'acme', mode: 'live' }, 600)
  metrics.checkSpending.inc({ tenant: 'acme', account: 'bureau', service: 'BasicInfos' }, 70_000)
  metrics.checkSpentShare.set({ tenant: 'acme', mode: 'live' }, 0.4)
  metrics.spendDay.set({ tenant: 'acme', account: 'twilio-main' }, 5_000_000)
  metrics.templatesPaused.set({ account: 'meta-main', template: 'confirm_v1' }, 1)
  metrics.templatesDegraded.set(
    { account: 'meta-main', template: 'confirm_v1', reason: 'quality' },
    1,
  )
  metrics.accountFaults.inc({ account: 'meta-main', code: 'meta-131031' })
  metrics.questionsDoubled.inc({ tenant: 'acme', outcome: 'refused' })
  metrics.pumpingRefused.inc({ tenant: 'acme', outcome: 'watched' })
  metrics.prefixesBlocked.set({ tenant: 'acme' }, 1)
  metrics.webhooksDisabled.inc({ tenant: 'acme', reason: 'gone' })
  metrics.simSwaps.inc({ account: 'operators', outcome: 'same' })
  metrics.suspectTasks.set({ state: 'apart' }, 1)
  metrics.runsBegunAnew.inc({ workflow: 'transaction', reason: 'stuck' })
  showKeySets(metrics, () => [{ issuer: 'entra', seconds: 30, failures: 0 }])
  showBuild(metrics, { process: 'atesta-api', version: '0.1.0', revision: 'abc' })
  showPools(metrics, () => [
    { pool: 'writes', places: 10, busy: 3, waiting: 2, refused: 1, outages: { 'disk-full': 1 } },
  ])
  showParts(metrics, async () => ({
    status: 'ready',
    postgres: 'up',
    writes: 'down',
    temporal: 'up',
    worker: 'unknown',
  }))
  showKeyFiles(metrics, [{ file: 'KEYRING_FILE', isUsable: async () => true }])
  metrics.overdueTransactions.set(0)
  metrics.oldestOverdueSeconds.set(0)
  metrics.databaseSeconds.set({ statement: 'write' }, 0.002)
  metrics.clockAheadSeconds.set({ of: 'postgres' }, 0)
  metrics.backlogSeconds.set({ queue: 'workflows' }, 0)
  metrics.revocationListLeft.set({ list: 'http://ac/v5.crl' }, 3_600)
  metrics.engineHosts.set(1)
  metrics.webhookEndpoints.set({ status: 'enabled' }, 1)
  metrics.webhookLateSeconds.set(0)
  metrics.endpointAnswers.inc({ tenant: 'acme', outcome: 'trouble' })
  metrics.unsealFailures.inc(0)
  metrics.httpRequestSeconds.observe({ method: 'GET', route: '/v1/x', status: 200 }, 0.01)
  metrics.nudges.inc({ outcome: 'sent' })
  metrics.objectStoreSeconds.observe({ operation: 'put', outcome: 'done' }, 0.02)
  metrics.activitySeconds.observe({ activity: 'challenge-send', outcome: 'completed' }, 0.1)
  return metrics
}

test('every metric that a rule or a panel asks for is one that the process serves', async () => {
  const served = await busyMetrics().registry.metrics()
  const names = new Set([...served.matchAll(/^(\w+)[{ ]/gm)].map(([, name]) => name))
  for (const [title, expr] of await readQueries()) {
    const bare = expr.replace(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)|"[^"]*"/g, ' ')
    const asked = [...bare.matchAll(/\b([a-z]+(?:_[a-z\d]+)+)\b(?!\s*\()/g)].map(([, name]) => name)
    expect([title, asked.length > 0]).toEqual([title, true])
    // Those of Temporal's SDK are seen where a worker runs (test/workflow/operators.test.ts), those of Node below.
    for (const name of asked.filter((one) => !/^(?:temporal|process|nodejs)_/.test(one ?? '')))
      expect([title, name, names.has(name)]).toEqual([title, name, true])
  }
})

test('every alarm has its section in the run-book, and no section is of an alarm that is gone', async () => {
  const rules = Rules.parse(parse(await readFile(join(deploy, 'prometheus/rules.yml'), 'utf8')))
  const alarms = rules.groups.flatMap(({ rules: own }) => own.map(({ alert }) => alert))
  const book = await readFile(join(deploy, '../docs/run-book.md'), 'utf8')
  const sections = [...book.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
  expect(new Set(sections)).toEqual(new Set(alarms))
})

test('each panel says in a sentence what it shows, and leads to its section of the run-book', async () => {
  const book = await readFile(join(deploy, '../docs/run-book.md'), 'utf8')
  const anchors = [...book.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '-'),
  )
  const panels = await readPanels()
  expect(panels.filter(({ description }) => !/^[A-Z`].+\.$/.test(description))).toEqual([])
  const led = panels.map(({ links: [{ url }] }) => /^\$\{runbook:raw\}#(.+)$/.exec(url)?.[1])
  expect(led.filter((anchor = '') => !anchors.includes(anchor))).toEqual([])
})

test('the run-book is served with a place for each of its sections, and leads to nothing that is not', async ({
  db,
}) => {
  const book = await readFile(join(deploy, '../docs/run-book.md'), 'utf8')
  const app = await createTestApp(db)
  const page = await (await app.call('GET', '/docs/guide/run-book')).text()
  for (const [, title = ''] of book.matchAll(/^## (.+)$/gm))
    expect(page).toContain(` id="${title.toLowerCase().replaceAll(' ', '-')}">`)
  expect([...page.matchAll(/href="([^"]+)"/g)].filter(([, to = '']) => /\.md/.test(to))).toEqual([])
})

test('every alarm is tried by the tests of promtool, on series that the process serves with these labels', async () => {
  const rules = Rules.parse(parse(await readFile(join(deploy, 'prometheus/rules.yml'), 'utf8')))
  const files = await Promise.all(
    ruleTests.map((file) => readFile(join(deploy, 'prometheus', file), 'utf8')),
  )
  const tests = files.flatMap((text) => Tried.parse(parse(text)).tests)
  const fired = tests.flatMap(({ alert_rule_test: tried = [] }) =>
    tried.filter(({ exp_alerts: alerts }) => alerts.length > 0).map(({ alertname }) => alertname),
  )
  const alarms = rules.groups.flatMap(({ rules: own }) => own.map(({ alert }) => alert))
  expect(alarms.filter((alarm) => !fired.includes(alarm))).toEqual([])
  const served = new Map(
    busyMetrics()
      .registry.getMetricsAsArray()
      .map((metric) => [
        metric.name,
        'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames : [],
      ]),
  )
  const given = tests.flatMap(({ input_series: series = [] }) => series.map((one) => one.series))
  const strange = given.filter((series) => {
    const [, name = '', labels = ''] = /^(\w+?)(?:_bucket|_count)?(?:\{(.*)\})?$/.exec(series) ?? []
    if (name.startsWith('temporal_')) return false
    // Prometheus makes it itself, of each target.
    if (name === 'up') return false
    const known = [...(served.get(name) ?? []), 'job', 'instance', 'le']
    const used = [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label)
    return !served.has(name) || used.some((label) => !known.includes(label))
  })
  expect(strange).toEqual([])
})

test('names bear the product’s prefix and the units of Prometheus', async () => {
  const metrics = await busyMetrics().registry.getMetricsAsJSON()
  const faulty = metrics.filter(({ name, type, help }) => {
    const isCounter = String(type) === 'counter'
    const isWell = name.startsWith('atesta_') && /^[a-z_]+$/.test(name) && help.length > 0
    const isTimed = String(type) !== 'histogram' || name.endsWith('_seconds')
    return !isWell || !isTimed || isCounter !== name.endsWith('_total') || /_ms\b|milli/.test(name)
  })
  expect(faulty.map(({ name }) => name)).toEqual([])
})

test('five hundred tenants have series of their own, and all others share one', async () => {
  const { registry, webhooksDisabled, reviewOverdueSeconds, spendDay } = createMetrics()
  for (let at = 0; at < 600; at++) {
    const tenant = `tenant-${at}`
    webhooksDisabled.inc({ tenant, reason: 'gone' })
    reviewOverdueSeconds.set({ tenant, mode: 'live' }, 1_000 - at)
    spendDay.inc({ tenant, account: 'a' }, 2)
  }
  const lines = (await registry.metrics()).split('\n').filter((line) => line.includes('tenant="'))
  expect(lines).toHaveLength(3 * 501)
  expect(lines.filter((line) => line.includes('"others"'))).toEqual([
    'atesta_messages_spend_micros_day{tenant="others",account="a"} 200',
    'atesta_review_oldest_overdue_seconds{tenant="others",mode="live"} 500',
    'atesta_webhooks_disabled_total{tenant="others",reason="gone"} 100',
  ])
  reviewOverdueSeconds.reset()
  reviewOverdueSeconds.set({ tenant: 'tenant-599', mode: 'live' }, 7)
  expect(await registry.metrics()).toContain('{tenant="others",mode="live"} 7')
})

describe.skipIf(!isThere)('a real Prometheus (Debian’s package prometheus)', () => {
  const parts = new AsyncDisposableStack()
  let address = ''

  beforeAll(async () => {
    const metrics = busyMetrics()
    const server = await startMetricsServer(metrics.registry, { host: '127.0.0.1', port: 0 })
    parts.defer(() => server.close())
    // Counters move, so that rates have something to say.
    const moving = setInterval(() => {
      metrics.sends.inc({ account: 'twilio-main', channel: 'sms', outcome: 'accepted' })
      metrics.callbackAgeSeconds.observe({ vendor: 'twilio' }, 3)
    }, 200)
    parts.defer(() => clearInterval(moving))
    const folder = await mkdtemp(join(tmpdir(), 'atesta-prometheus-'))
    parts.defer(() => rm(folder, { recursive: true, force: true }))
    const config = join(folder, 'prometheus.yml')
    await writeFile(
      config,
      JSON.stringify({
        global: { scrape_interval: '1s', evaluation_interval: '1s' },
        rule_files: [join(deploy, 'prometheus/rules.yml')],
        scrape_configs: [
          { job_name: 'atesta', static_configs: [{ targets: [`127.0.0.1:${server.port}`] }] },
        ],
      }),
    )
    address = `http://127.0.0.1:${await freePort()}`
    const child = spawn(
      'prometheus',
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=${new URL(address).host}`,
      ],
      { stdio: 'ignore' },
    )
    parts.defer(async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    })
    for (;;) {
      const results = await query('atesta_messages_sent_total offset 2s').catch(() => [])
      if (results.length > 0) break
      await sleep(300)
    }
  })
  afterAll(() => parts.disposeAsync())

  async function query(expr: string): Promise<unknown[]> {
    const answer = await fetch(`${address}/api/v1/query?query=${encodeURIComponent(expr)}`)
    const body = z
      .object({ status: z.literal('success'), data: z.object({ result: z.array(z.unknown()) }) })
      .parse(await answer.json())
    return body.data.result
  }

  test('takes every query, and has something to show for each panel', async () => {
    const none: string[] = []
    for (const [title, expr] of await readQueries()) {
      const results = await query(expr)
      const isRule = /[<>]|==|absent|unless/.test(expr)
      if (!isRule && results.length === 0) none.push(title)
    }
    expect(none).toEqual([])
  })

  test('takes the rules, and what should alarm does', async () => {
    const { stdout } = await run('promtool', [
      'check',
      'rules',
      join(deploy, 'prometheus/rules.yml'),
    ])
    expect(stdout).toContain('SUCCESS')
    const tested = await run('promtool', ['test', 'rules', ...ruleTests], {
      cwd: join(deploy, 'prometheus'),
    })
    expect(`${tested.stdout}${tested.stderr}`).toContain('SUCCESS')
    const answer = await fetch(`${address}/api/v1/rules`)
    const text = await answer.text()
    expect(text).toContain('"TemplatePaused"')
    expect(text).not.toContain('"health":"err"')
  })
})
