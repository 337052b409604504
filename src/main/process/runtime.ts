// Installs the Temporal SDK’s runtime once per process: its logs go to ours, its metrics to a loopback port.
import { type AddressInfo, createServer } from 'node:net'
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker'
import type { Log } from '#src/platform/log.ts'

let installed: Promise<string> | undefined

/** Resolves to the address of the SDK’s metrics; concurrent callers wait for the same runtime. */
export function installRuntime(log: Log): Promise<string> {
  installed ??= install(log)
  return installed
}

async function install(log: Log): Promise<string> {
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
  return `http://127.0.0.1:${port}/metrics`
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
