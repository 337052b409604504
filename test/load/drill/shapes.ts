// Sends every shape of the largest body to every route of a separate process, and measures processor time, memory, and
// the delay of other requests.
import { capabilities } from '#src/main/capabilities.ts'
import { createRoutes } from '#src/main/routes.ts'
import { openDatabase } from '#src/platform/db/client.ts'
import { bodyLimitOf } from '#src/platform/http/request/body-budget.ts'
import type { Route } from '#src/platform/http/route.ts'
import { readCpuMs, readRssKb } from '#test/load/proc.ts'
import { createTestApp } from '#test/support/app.ts'
import { createCaller } from '#test/support/caller.ts'
import { type ApiProcess } from '#test/support/process.ts'
import { pathOf, type Shape, shapesOf } from '#test/support/shapes.ts'
import { everyScope, mintToken } from '#test/support/token.ts'
import { openStage } from '#test/load/stage.ts'
import { hold, type Part } from './part.ts'
import { openProbe, type Probe } from './probe.ts'

/**
 * The limit of processor milliseconds without a credential; with one, the multiple of the cost of a well-formed body of
 * that size.
 */
const openMs = 100
const times = 3
/** Smaller costs cannot be measured, because the clock of processes counts hundredths of a second. */
const leastMs = 100
const waitMs = 200

/** A cost that is repeated this often is not due to chance. */
const tries = 3

/** The vendors’ accounts, so that their hooks read bodies and compute signatures. */
const accounts = {
  twilio: {
    vendor: 'twilio',
    accountSid: 'AC00000000000000000000000000000001',
    authToken: 'auth-token-of-the-drill',
    senders: { sms: '+5511912340001' },
  },
  meta: {
    vendor: 'meta',
    phoneNumberId: '106540352242922',
    accessToken: 'access',
    appSecret: 'app-secret-of-the-drill',
    verifyToken: 'verify-token-of-the-drill',
    senderNumber: '+5511912340002',
    templates: { 'whatsapp-2fa': { 'pt-BR': { name: 'confirm', language: 'pt_BR' } } },
  },
  zenvia: {
    vendor: 'zenvia',
    token: 'token-of-the-drill',
    secret: 'only-the-vendor-knows-it',
    senders: { sms: 'acme' },
  },
}

type Cost = {
  readonly status: number
  readonly cpuMs: number
  readonly waitMs: number
  readonly rssMb: number
}
type Row = Cost & {
  readonly operation: string
  readonly shape: string
  readonly kind: string
  readonly isOver: boolean
}

type Target = {
  readonly api: ApiProcess
  readonly probe: Probe
  readonly authorization: string
  readonly transactionId: string
}

export const shapes: Part = {
  name: 'shapes',
  proves: 'no body of any shape costs more than it may, and nobody waits 200 ms for it',
  async run(say, cases) {
    await using stage = await openStage()
    await using parts = new AsyncDisposableStack()
    const fleet = stage.openFleet({
      RATE_LIMIT_PER_SECOND: '10000',
      MESSAGING: JSON.stringify({ accounts }),
    })
    const api = await fleet.startApi()
    const probe = parts.use(await openProbe(`${api.url}/livez`))
    const transactionId = await createCaller(api.url).create('ana@example.com')
    const authorization = `Bearer ${await mintToken({ scope: everyScope })}`
    const database = openDatabase(stage.database.url, 'shapes')
    parts.defer(() => database.close())
    const { deps } = await createTestApp(database.db)
    const probes = { postgres: async () => true, temporal: async () => true, worker: () => true }
    const routes = createRoutes(deps, capabilities, probes)
      .map(({ route }) => route)
      .filter(({ method }) => method !== 'get')
      .filter(({ operationId }) => cases?.some((one) => operationId.includes(one)) ?? true)
    const target = { api, probe, authorization, transactionId }
    const rows: Row[] = []
    const before = readRssKb(api.pid)
    say('| operation | shape | status | processor ms | wait ms | more MiB |')
    for (const route of routes) {
      const own = await tryAll(target, route)
      for (const row of own) say(write(row))
      rows.push(...own)
    }
    const grown = (readRssKb(api.pid) - before) / 1_024
    for (const [kind, own = []] of Object.entries(Object.groupBy(rows, (row) => row.kind)))
      say(
        `${kind}: ${new Set(own.map(({ operation }) => operation)).size} routes, ${own.length} bodies; at most ${most(own, 'cpuMs')} ms of processor, ${most(own, 'waitMs')} ms of waiting, ${most(own, 'rssMb')} MiB`,
      )
    say(`${rows.length} bodies to ${routes.length} routes; ${Math.round(grown)} MiB more`)
    const over = rows.filter(({ isOver }) => isOver)
    hold(over.length === 0, `${over.length} cost more than they may`)
  },
}

const most = (rows: readonly Row[], what: 'cpuMs' | 'waitMs' | 'rssMb') =>
  Math.max(...rows.map((row) => row[what]))

const write = (row: Row) =>
  `| ${row.operation} | ${row.shape} | ${row.status} | ${row.cpuMs} | ${row.waitMs} | ${row.rssMb} |${row.isOver ? ' OVER' : ''}`

async function tryAll(target: Target, route: Route): Promise<Row[]> {
  const isOpen = (route.auth ?? 'bearer') !== 'bearer'
  const rows: Row[] = []
  let wellMs = 0
  for (const shape of shapesOf(route)) {
    let cost = await measure(target, route, shape)
    if (shape.name === 'well-formed') wellMs = cost.cpuMs
    const most = isOpen ? openMs : Math.max(leastMs, times * wellMs)
    const exceeds = () => cost.cpuMs > most || cost.waitMs > waitMs || cost.status >= 500
    for (let again = 1; again < tries && exceeds(); again += 1)
      cost = await measure(target, route, shape)
    const kind = `${isOpen ? 'without' : 'with'} a credential, ${bodyLimitOf(route)} bytes`
    const operation = route.operationId
    rows.push({ ...cost, operation, shape: shape.name, kind, isOver: exceeds() })
  }
  return rows
}

async function measure(
  { api, probe, authorization, transactionId }: Target,
  route: Route,
  { contentType, body }: Shape,
): Promise<Cost> {
  await probe.taken()
  const [cpuBefore, rssBefore] = [readCpuMs([api.pid]), readRssKb(api.pid)]
  const answer = await fetch(`${api.url}${pathOf(route, transactionId)}`, {
    method: route.method.toUpperCase(),
    body,
    headers: { authorization, 'content-type': contentType },
    redirect: 'manual',
  })
  await answer.arrayBuffer()
  const cpu = readCpuMs([api.pid]) - cpuBefore
  const rssMb = Math.max(0, Math.round((readRssKb(api.pid) - rssBefore) / 1_024))
  const longest = Math.max(...(await probe.taken()))
  return { status: answer.status, cpuMs: cpu, waitMs: Math.round(longest), rssMb }
}
