// A test whose file has a service of its own: API and worker in this process, real Postgres and Temporal.
import { inject } from 'vitest'
import type { Capability } from '#src/main/capability.ts'
import { ownerTest, test as database } from '#test/db/fixture.ts'
import { type Service, startService } from '#test/support/service.ts'
import { type TestClient, createTestClient } from './client.ts'

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
    .extend<{ service: Service }>({
      service: [
        async ({ url }, use) => {
          const service = await startService({
            databaseUrl: url,
            temporalAddress: inject('temporalAddress'),
            bundlePath: inject('bundlePath'),
            environment,
            ...(offered && { offered }),
          })
          await use(service)
          await service.close()
        },
        { scope: 'file' },
      ],
    })
    .extend<{ client: TestClient }>({
      client: async ({ service }, use) => use(createTestClient(service)),
    })
