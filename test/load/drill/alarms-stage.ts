// The deployment for the alert drill: one of each process, the services outside, a Prometheus, and one client.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#src/main/local/ports.ts'
import { type Provider, startProvider } from '#test/http/platform/http/auth/provider.ts'
import { type Caller, createCaller } from '#test/support/caller.ts'
import { openClock } from '#test/support/machine/faketime.ts'
import { startOwnPostgres } from '#test/support/servers/own-postgres.ts'
import { type Proxy, startDatabaseProxy } from '#test/support/servers/proxy.ts'
import { type SmtpServer, startSmtp } from '#test/support/servers/smtp.ts'
import { jwtSecret } from '#test/support/token.ts'
import { openStage, type Stage } from '#test/load/stage.ts'
import { type Kept, keep } from '#test/load/kept.ts'
import { lacksSmallDisk, mountDisk } from '#test/load/disk.ts'
import { type Prometheus, startPrometheus } from '#test/load/prometheus.ts'
import { addressOf } from '#test/load/people.ts'

const diskMb = 260
const every = '5s'
/** The pause between two journeys of the client. */
const restMs = 500

export type Watched = AsyncDisposable & {
  readonly stage: Stage
  /** The proxy between the processes and the database. */
  readonly line: Proxy
  readonly mail: SmtpServer
  readonly issuer: Provider
  readonly prometheus: Prometheus
  readonly worker: Kept
  readonly engines: Kept
  /** Undefined where no small disk can be mounted. */
  readonly disk: string | undefined
  /** Undefined without libfaketime. */
  readonly setClock: ((seconds: number) => void) | undefined
  /** Since the last call: the number of requests, and how many of them got a 5xx or no answer. */
  readonly answered: () => { readonly all: number; readonly failed: number }
}

export async function openWatched(): Promise<Watched> {
  await using parts = new AsyncDisposableStack()
  const disk = await openDisk(parts)
  const flags = ['-c', 'max_wal_size=64MB', '-c', 'min_wal_size=32MB']
  const stage = parts.use(await openStage(() => startOwnPostgres(flags, disk)))
  const line = await startDatabaseProxy(stage.database.url)
  parts.defer(() => line.close())
  const mail = await startSmtp()
  parts.defer(() => mail.close())
  const issuer = parts.use(await startProvider())
  const environment = { SMTP_URL: mail.url, JWT_SECRET: '', ISSUERS: describeIssuers(issuer) }
  const fleet = stage.openFleet(environment, { databaseUrl: line.url, startSeconds: 240 })
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  const [ofApi, ofWorker, ofEngines] = ports.map((port) => ({ METRICS_PORT: String(port) }))
  const clock = openClock(join(stage.folder, 'clock'))
  const api = await fleet.startApi({ ...ofApi, ...clock?.environment })
  const worker = await keep('worker', () => fleet.startWorker(ofWorker))
  const engines = await keep('engines', () => fleet.startEngines(ofEngines))
  const prometheus = await startPrometheus(stage.folder, ports, every)
  parts.defer(() => prometheus.close())
  const traffic = startTraffic(createCaller(api.url, { mode: 'live' }), parts)
  const owned = parts.move()
  return {
    stage,
    line,
    mail,
    issuer,
    prometheus,
    worker,
    engines,
    disk,
    setClock: clock?.set,
    answered: traffic,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function openDisk(parts: AsyncDisposableStack): Promise<string | undefined> {
  if (lacksSmallDisk() !== undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'atesta-disk-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  parts.defer(await mountDisk(folder, diskMb))
  return folder
}

/** The client’s issuer, and one at a URL that can be unreachable. */
function describeIssuers(issuer: Provider): string {
  const all = { audience: 'atesta', modes: ['sandbox', 'live'], scopes: 'implied' }
  return JSON.stringify({
    issuers: [
      { ...all, name: 'own', tenants: ['acme'], issuer: 'atesta', secret: jwtSecret },
      { ...all, name: 'bank', tenants: ['bank'], issuer: issuer.issuer, jwksUrl: issuer.jwksUrl },
    ],
  })
}

/** Runs one journey after the other: a transaction, a message by e-mail, a read. */
function startTraffic(caller: Caller, parts: AsyncDisposableStack): Watched['answered'] {
  let [all, failed, isEnding] = [0, 0, false]
  const call = async (method: string, path: string, body?: object) => {
    const answer = await caller.send(method, path, body).catch(() => undefined)
    all += 1
    if ((answer?.status ?? 599) >= 500) failed += 1
    return answer
  }
  async function travel(): Promise<void> {
    const person = { documentType: 'CPF', document: '52998224725', name: 'x'.repeat(200) }
    const made = await call('POST', '/v1/transaction', { ...person, email: addressOf() })
    if (made?.status !== 201) return
    const path = `/v1/transaction/${String(made.body['id'])}`
    await call('POST', `${path}/emails/tokens`)
    await call('GET', path)
  }
  const going = (async () => {
    while (!isEnding) {
      await travel()
      await sleep(restMs)
    }
  })()
  parts.defer(async () => {
    isEnding = true
    await going
  })
  return () => {
    const since = { all, failed }
    ;[all, failed] = [0, 0]
    return since
  }
}
