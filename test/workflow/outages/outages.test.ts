// What every call needs, away and back again, for API and worker alike: first Postgres, then Temporal. One fleet meets
// both, for processes are dear to start: the parts stand beside this file.
import { inject } from 'vitest'
import { test as base } from '#test/db/fixture.ts'
import { built, createFleet } from '#test/support/process.ts'
import { type Proxy, startDatabaseProxy } from '#test/support/servers/proxy.ts'
import { type SmtpServer, startSmtp } from '#test/support/servers/smtp.ts'
import { type OwnTemporal, startOwnTemporal } from '#test/support/servers/temporal-server.ts'
import { postgres, type PostgresAway, takeAwayPostgres } from './postgres.ts'
import { temporal } from './temporal.ts'

export type Stage = {
  /** Of the API. */
  readonly url: string
  readonly smtp: SmtpServer
  readonly proxy: Proxy
  readonly temporal: OwnTemporal
}

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
export type OutageTest = typeof test

postgres(test)
temporal(test)
