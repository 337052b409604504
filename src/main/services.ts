// What every process of the service is made of, opened in one order and closed in the other.
import { Client, Connection } from '@temporalio/client'
import { loadClientConnectConfig } from '@temporalio/envconfig'
import { openDatabase } from '#src/db/client.ts'
import { createLog } from '#src/log.ts'
import { createMetrics } from '#src/metrics.ts'
import { checkKeyring } from '#src/seal/check.ts'
import { readKeyring } from '#src/seal/keys.ts'
import { createSealer } from '#src/seal/sealer.ts'
import { createNudger } from '#src/temporal/nudge.ts'
import type { Config } from './config.ts'
import { openMessaging } from './messaging-accounts.ts'
import { openSandboxMessaging } from './sandbox-messaging.ts'

export type Services = Awaited<ReturnType<typeof openServices>>

export async function openServices(config: Config, name: string, parts: AsyncDisposableStack) {
  const log = await createLog(config.LOG_LEVEL, name)
  const metrics = createMetrics()
  const database = openDatabase(config.DATABASE_URL, name, config.DATABASE_POOL)
  parts.defer(() => database.close())
  const keyring = readKeyring({ file: config.KEYRING_FILE, json: config.KEYRING })
  await checkKeyring(database.db, keyring)
  const sealer = createSealer(keyring)
  const sandbox = openSandboxMessaging({ config, db: database.db, sealer })
  parts.defer(() => sandbox.close())
  const messaging = openMessaging(config, sandbox)

  const temporal = temporalOptions(config)
  // Lazy: the API boots and answers while Temporal is away.
  const connection = Connection.lazy(temporal.connectionOptions)
  parts.defer(() => connection.close())
  const client = new Client({ connection, namespace: temporal.namespace })
  const nudger = createNudger({
    client,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    count: (outcome) => metrics.nudges.inc({ outcome }),
  })
  parts.defer(() => nudger.drain())
  return {
    config,
    log,
    metrics,
    db: database.db,
    keyring,
    sealer,
    sandbox,
    messaging,
    connection,
    client,
    nudger,
    temporal,
  }
}

/** Address, namespace, TLS and API key, from variables or a profile of `@temporalio/envconfig`. */
export function temporalOptions(config: Config) {
  const given = {
    TEMPORAL_ADDRESS: config.TEMPORAL_ADDRESS,
    TEMPORAL_NAMESPACE: config.TEMPORAL_NAMESPACE,
  }
  const variables = Object.entries({ ...process.env, ...given }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const { connectionOptions, namespace = 'default' } = loadClientConnectConfig({
    overrideEnvVars: Object.fromEntries(variables),
  })
  return { connectionOptions, namespace }
}
