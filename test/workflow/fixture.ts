// A test whose file has a service of its own: API and worker in this process, real Postgres and Temporal.
import { inject } from 'vitest'
import type { Capability } from '#src/main/capability.ts'
import { ownerTest, test as database } from '#test/db/fixture.ts'
import { type Service, type ServiceOptions, startService } from '#test/support/service.ts'
import { createTestClient } from './client.ts'

/** A service on that database, with the Temporal server and the bundle of this run. */
export const startServiceOn = (
  databaseUrl: string,
  options: Omit<ServiceOptions, 'databaseUrl' | 'temporalAddress' | 'bundlePath'> = {},
): Promise<Service> =>
  startService({
    databaseUrl,
    temporalAddress: inject('temporalAddress'),
    bundlePath: inject('bundlePath'),
    ...options,
  })

/** `environment` are the variables of the configuration that the file changes; `offered`: other capabilities. */
export const withService = (
  environment: Record<string, string> = {},
  offered?: readonly Capability[],
) => withServiceOn(database, environment, offered)

/** As the owner of the tables, for tests that take rows away. */
export const withOwnService = (environment: Record<string, string>) =>
  withServiceOn(ownerTest, environment)

const withServiceOn = (
  base: typeof database,
  environment: Record<string, string>,
  offered?: readonly Capability[],
) =>
  base
    .extend('service', { scope: 'file' }, async ({ url }, { onCleanup }) => {
      const service = await startServiceOn(url, { environment, ...(offered && { offered }) })
      onCleanup(() => service.close())
      return service
    })
    .extend('client', ({ service }) => createTestClient(service))
