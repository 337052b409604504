// The complete service, API and worker in this process, on its own database and task queue: requests go over HTTP, and
// the sandbox clock moves time.
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@temporalio/client'
import { startApi } from '#src/main/api.ts'
import { readConfig } from '#src/main/config/config.ts'
import { freePort } from '#src/main/local/ports.ts'
import { startMetrics } from '#src/main/metrics.ts'
import { installRuntime } from '#src/main/process/runtime.ts'
import type { Capability } from '#src/main/capability.ts'
import { openServices, type Services } from '#src/main/services.ts'
import { startEngineWorker } from '#src/main/engines.ts'
import type { RunningWorker } from '#src/main/work.ts'
import { startWorker } from '#src/main/worker.ts'
import { createKeyring } from '#src/platform/seal/keys.ts'
import { type Answer, type Call, type CallOptions, toBody } from './app.ts'
import { jwtSecret, mintToken } from './token.ts'

export type ServiceOptions = {
  readonly databaseUrl: string
  readonly temporalAddress: string
  readonly bundlePath: string
  /** The configuration variables that this test changes. */
  readonly environment?: Readonly<Record<string, string>>
  /** False: no worker is started, so entries stay unread. */
  readonly worker?: boolean
  /** Replaces the service’s own capabilities. */
  readonly offered?: readonly Capability[]
}

export type Service = {
  readonly url: string
  readonly metricsUrl: string
  /** The folder of one-time links that sign in (`test/support/sign-in.ts`). */
  readonly linksFolder: string
  readonly services: Services
  readonly client: Client
  readonly call: Call
  /** Starts a worker later, for tests that begin without one. */
  work(): Promise<RunningWorker>
  close(): Promise<void>
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const parts = new AsyncDisposableStack()
  const port = String(await freePort())
  const linksFolder = join(tmpdir(), `links-${port}-${randomUUID()}`)
  const config = readConfig({
    PORT: port,
    METRICS_PORT: '0',
    LOG_LEVEL: 'silent',
    PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: options.databaseUrl,
    TEMPORAL_ADDRESS: options.temporalAddress,
    TEMPORAL_NAMESPACE: 'default',
    TEMPORAL_TASK_QUEUE: `test-${randomUUID()}`,
    WORKFLOW_BUNDLE: options.bundlePath,
    KEYRING: JSON.stringify(createKeyring()),
    JWT_SECRET: jwtSecret,
    SWEEP_SECONDS: '1',
    CONSOLE_LINKS_FOLDER: linksFolder,
    ...options.environment,
  })
  const services = await openServices(config, 'atesta-test', parts, options.offered)
  let worker: RunningWorker | undefined
  const metricsUrl = await startMetrics(services, parts, {
    temporalMetricsUrl: await installRuntime(services.log),
    worker: () => worker?.isRunning(),
    hasApi: true,
  })
  const work = async () => {
    if (worker) return worker
    worker = await startWorker(services, parts)
    if (config.ENGINES) startEngineWorker(services, parts)
    return worker
  }
  if (options.worker ?? true) await work()
  const { url } = await startApi(services, parts, () => worker?.isRunning())
  return {
    url,
    metricsUrl,
    linksFolder,
    services,
    client: services.client,
    work,
    call: (method, path, given) => call(`${url}${path}`, method, given),
    close: () => parts.disposeAsync(),
  }
}

async function call(
  url: string,
  method: string,
  { body, headers = {}, claims = {} }: CallOptions = {},
): Promise<Answer> {
  const json = body !== undefined
  return fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${await mintToken(claims)}`,
      ...(json && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json && { body: toBody(body) }),
  })
}
