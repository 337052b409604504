// Installs the Temporal SDK’s runtime once per process: its logs go to ours, its metrics to a loopback port.
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker'
import type { Log } from '#src/platform/log.ts'

let installed: string | undefined

/** Resolves to the address of the SDK’s metrics. */
export async function installRuntime(log: Log): Promise<string> {
  if (installed !== undefined) return installed
  const port = await freePort()
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      if (message.startsWith(onPurpose)) return
      log[level === 'ERROR' ? 'error' : 'warn'](safeMeta(meta), `temporal: ${message}`)
    }),
    shutdownSignals: [],
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }) },
      metrics: { prometheus: { bindAddress: `127.0.0.1:${port}`, useSecondsForDurations: true } },
    },
  })
  installed = `http://127.0.0.1:${port}/metrics`
  return installed
}

/** An expected warning: the engines’ queue has activities only. */
const onPurpose = 'No workflows registered'

const shown = [
  'workflowId',
  'runId',
  'workflowType',
  'activityId',
  'activityType',
  'taskQueue',
  'attempt',
]

/** Errors of the SDK quote what was thrown, so only names and ids are logged. */
function safeMeta(meta: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(meta).filter(([key]) => shown.includes(key)))
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      // Safe because a server that listens on TCP has an address and a port.
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
