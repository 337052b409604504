// One worker killed around many calls to vendors, each at another point: what it knew is lost with it, what it did
// is not. Counted where it counts, at the vendor. Processes are dear to start: so all that needs a kill of this kind
// stands in this one file, and its parts beside it.
import { describe, inject } from 'vitest'
import { openDatabase } from '#src/platform/db/client.ts'
import { test as base } from '#test/db/fixture.ts'
import { built, createFleet, type Environment } from '#test/support/process.ts'
import { mail, startMail } from './mail.ts'
import { phones } from './phones.ts'
import { purchases, startPurchases } from './purchases.ts'
import { type Killed, startStations } from './stations.ts'

const test = base.extend<{ killed: Killed }>({
  killed: [
    async ({ url }, use) => {
      await using parts = new AsyncDisposableStack()
      const database = openDatabase(url, 'test', 30)
      parts.defer(() => database.close())
      const started = await Promise.all([startMail(), startStations(), startPurchases()])
      parts.defer(async () => void (await Promise.all(started.map((part) => part.close()))))
      const fleet = createFleet({
        ...built,
        databaseUrl: url,
        temporalAddress: inject('temporalAddress'),
        bundlePath: inject('bundlePath'),
        // What waits for one part's rows keeps no connection from another's.
        environment: { DATABASE_POOL: '30', ...merge(started.map((part) => part.environment)) },
      })
      parts.defer(() => fleet.close())
      const [api, worker] = await Promise.all([fleet.startApi(), fleet.startWorker()])

      const [own, stations, bought] = await Promise.all([
        started[0].prepare(api.url, database.db),
        started[1].prepare(api.url, database.db),
        started[2].prepare(api.url, database.db),
      ])
      const all = [own, stations, bought]
      await Promise.all(all.map((steps) => steps.hold()))
      await Promise.all(all.map((steps) => steps.hang()))
      for (const steps of all) await steps.stop?.(worker)
      for (const steps of all) await steps.hurry?.()
      await worker.kill()
      await Promise.all(all.map((steps) => steps.release()))
      await fleet.startWorker(merge(started.map((part) => part.environmentLater ?? {})))
      const scenes = await Promise.all([own.goOn(), stations.goOn(), bought.goOn()])
      await use({ mail: scenes[0], phones: scenes[1], purchases: scenes[2] })
    },
    { scope: 'file' },
  ],
})

const merge = (all: readonly Environment[]): Environment => Object.assign({}, ...all)

// First, because what nobody reports as sent is sent by another account in time.
describe('a message to a phone', () => {
  phones(test)
})
describe('an e-mail', () => {
  mail(test)
})
describe('a purchase', () => {
  purchases(test)
})
