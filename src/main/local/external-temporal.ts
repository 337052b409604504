// Uses an existing Temporal server, named by TEMPORAL_ADDRESS or by a profile of envconfig.
import { Connection, type ConnectionOptions } from '@temporalio/client'
import { loadClientConnectConfig } from '@temporalio/envconfig'
import { ensureSearchAttributes } from '#src/journey/temporal/search-attributes.ts'
import { note } from './note.ts'

export type ExternalServer = {
  readonly address: string
  readonly namespace: string
  readonly connection: ConnectionOptions
}

/** Undefined when neither names an address; then a server is started. */
export function findExternalServer(
  given: Readonly<Record<string, string>>,
): ExternalServer | undefined {
  const { connectionOptions, namespace } = loadClientConnectConfig({
    overrideEnvVars: { ...given },
  })
  const { address, tls, apiKey, metadata } = connectionOptions
  if (address === undefined) return undefined
  const connection: ConnectionOptions = {
    address,
    ...(tls !== undefined && { tls }),
    ...(apiKey !== undefined && { apiKey }),
    ...(metadata !== undefined && { metadata }),
  }
  return { address, namespace: namespace ?? 'default', connection }
}

/** Throws when the server does not answer; search attributes that cannot be added cause only a note. */
export async function checkExternalServer({
  address,
  namespace,
  connection,
}: ExternalServer): Promise<void> {
  const opened = await Connection.connect({ ...connection, connectTimeout: '10s' }).catch(
    () => undefined,
  )
  if (!opened)
    throw new Error(
      `No Temporal server answers at ${address} (TEMPORAL_ADDRESS, or the profile in use).`,
    )
  try {
    await ensureSearchAttributes(opened, namespace)
  } catch {
    note(
      `Search attributes cannot be added at ${address}: Tenant and Pack must exist there as Keyword, Waiting and Outcome should.`,
    )
  } finally {
    await opened.close()
  }
}
