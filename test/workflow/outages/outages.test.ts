// What every call needs, away and back again, for API and worker alike: first Postgres, then Temporal. One fleet meets
// both, for processes are dear to start: the parts stand beside this file.
import { inject } from 'vitest'
import { test as base } from '#test/db/fixture.ts'
import { built, createFleet } from '#test/support/process.ts'
import { startDatabaseProxy } from '#test/support/servers/proxy.ts'
import { startSmtp } from '#test/support/servers/smtp.ts'
import { startOwnTemporal } from '#test/support/servers/temporal-server.ts'
import { postgres, type PostgresAway, type Stage, takeAwayPostgres } from './postgres.ts'
import { temporal } from './temporal.ts'

const test = base.extend<{ stage: Stage; scene: PostgresAway }>({
  stage: [
    async ({ url }, use) => {
      await using parts = new AsyncDisposableStack()
      const smtp = await startSmtp()
      parts.defer(() => smtp.close())
      const proxy = await startDatabaseProxy(url)
      parts.defer(() => proxy.close())
      const own = await startOwnTemporal()
      parts.defer(() => own.close())
      const fleet = createFleet({
        ...built,
        databaseUrl: proxy.url,
        temporalAddress: own.address,
        bundlePath: inject('bundlePath'),
        environment: { SMTP_URL: smtp.url },
      })
      parts.defer(() => fleet.close())
      const [api] = await Promise.all([fleet.startApi(), fleet.startWorker()])
      await use({ url: api.url, smtp, proxy, temporal: own })
    },
    { scope: 'file' },
  ],
  scene: [async ({ stage }, use) => use(await takeAwayPostgres(stage)), { scope: 'file' }],
})

postgres(test)
temporal(test)
