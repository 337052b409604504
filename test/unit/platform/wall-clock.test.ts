// How long something lasts is measured by a clock that nobody sets: where the wall's is read, a date is meant.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { createKeyCache } from '#src/platform/seal/key-cache.ts'

/** Files that ask for the date, and what for. */
const dates: Readonly<Record<string, string>> = {
  'clients/atesta-capture/src/faces.ts': 'when a picture was signed',
  'src/biometrics/images/sweep.ts': 'the age of pictures',
  'src/journey/calls/http.ts': 'a Retry-After that is a date',
  'src/journey/erasure/retention.ts': 'the age of rows',
  'src/journey/events/read.ts': 'the age of events',
  'src/journey/endpoints/test-call.ts': 'the time in a signature',
  'src/journey/receivers/secrets.ts': 'when a secret ends',
  'src/console/app/pages/endpoints/index.tsx': 'the age of requests that await a second person',
  'src/console/app/pages/keys/api-keys.tsx': 'when a key ends',
  'src/console/app/pages/pack/statistics.tsx': 'the days that are drawn',
  'src/console/app/pages/review/hand.tsx': 'until when a review is claimed',
  'src/console/app/pages/reviews/index.tsx': 'the age of reviews',
  'src/console/app/parts/inline.tsx': 'the age that is shown',
  'src/journey/registry/two-people.ts': 'until when a second person may ask for the same',
  'src/journey/temporal/backtests.ts': 'a deadline of gRPC, which takes dates',
  'src/journey/temporal/fault.ts': 'a deadline of gRPC, which takes dates',
  'src/journey/temporal/queues.ts':
    'a deadline of gRPC, and a clock that is compared with Temporal’s',
  'src/journey/temporal/nudge.ts': 'a deadline of gRPC, which takes dates',
  'src/journey/temporal/outage.ts': 'a deadline of gRPC, which takes dates',
  'src/journey/temporal/runs.ts': 'a deadline of gRPC, which takes dates',
  'src/journey/transaction/store.ts': 'the clock of a transaction',
  'src/journey/webhooks/deliveries.ts': 'the age of deliveries',
  'src/journey/webhooks/send.ts': 'the time in a signature',
  'src/platform/db/watch.ts': 'a clock that is compared with the database’s',
  'src/platform/gauges.ts': 'the end of a day',
  'src/links/capture/browser/document.ts': 'until when a page that is loaded anew has a picture',
  'src/links/capture/browser/face.ts': 'when a picture was signed',
  'src/links/capture/browser/sending/kept.ts':
    'until when a page that is loaded anew has a picture',
  'src/links/capture/entry-routes.ts': 'the date in a nonce, which another process reads',
  'src/links/funnel/hour.ts': 'the hour that a gauge counts',
  'src/links/funnel/store.ts': 'the age of visits',
  'src/main/commands/api-key.ts': 'when a key ends',
  'src/main/commands/retain.ts': 'the age of rows',
  'src/main/ports/signed-files.ts': 'the end of a revocation list',
  'src/main/probes.ts': 'a deadline of gRPC, which takes dates',
  'src/messaging/sending/forget.ts': 'the age of rows',
  'src/messaging/tokens/page/routes.ts': 'the date in a nonce, which another process reads',
  'src/messaging/requests/volume/volumes.ts': 'the age of rows',
  'src/messaging/inbound/fetch-answers.ts': 'when a callback came',
  'src/messaging/inbound/follow.ts': 'when a callback came',
  'src/messaging/inbound/routes.ts': 'when a callback came',
  'src/packs/alarms/store.ts': 'since when transactions are overdue',
  'src/packs/backtest/routes.ts': 'the age of runs',
  'src/packs/outbound/call.ts': 'the time in a signature',
  'src/packs/outbound/reply-routes.ts': 'the time in a signature',
  'src/packs/reviews/show.ts': 'until when a review is claimed, which stands in its row',
  'src/packs/statistics/hour.ts': 'the hour that a gauge counts',
  'src/packs/statistics/routes.ts': 'the age of runs',
  'src/packs/statistics/store.ts': 'the age of runs',
  'src/platform/api-keys/find.ts': 'when a key ends, and in which hour it was used',
  'src/platform/api-keys/routes.ts': 'when a key ends',
  'src/platform/http/auth/authenticate.ts': 'when a token expires',
  'src/platform/sessions/find.ts': 'when a session was used',
  'src/platform/sessions/reread.ts': 'when rights were read',
  'src/platform/sign-in/links.ts': 'the age of a link',
  'src/sandbox/outcomes/phone-device.ts': 'when a picture was signed',
  'src/screening/background-check/record.ts': 'the clock of a transaction',
  'src/screening/reports/check-routes.ts': 'when a callback came',
  'src/vendors/http/request.ts': 'the time in a signature',
  'src/vendors/http/signature.ts': 'the time in a signature',
  'src/vendors/sandbox/meta.ts': 'the time in a report',
  'src/vendors/sim-swap/camara.ts': 'the age of a card',
  'src/vendors/smtp/reports/sns.ts': 'the time in a signature',
}

test('Date.now() is asked where a date is meant, and nowhere else', () => {
  const listed = execFileSync('git', [
    'ls-files',
    '-co',
    '--exclude-standard',
    'src',
    'activities',
    'tools',
    'clients',
  ])
  const files = listed
    .toString()
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file))
  const found = files.filter((file) => readFileSync(file, 'utf8').includes('Date.now()'))
  expect(found.filter((file) => !(file in dates))).toEqual([])
  expect(Object.keys(dates).filter((file) => !found.includes(file))).toEqual([])
})

test('an opened key is kept for a minute whatever the clock says', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  // The first moment of a process, which lru-cache would take for none.
  vi.advanceTimersByTime(1)
  const now = vi.spyOn(Date, 'now')
  const cache = createKeyCache()
  const unwrap = vi.fn<() => Promise<Buffer>>(async () => Buffer.alloc(32))
  const open = () => cache.open('owner', { keyId: '1', wrapped: Buffer.alloc(8) }, unwrap)
  await open()
  now.mockReturnValue(0)
  vi.advanceTimersByTime(61_000)
  await open()
  now.mockReturnValue(1e15)
  await open()
  expect(unwrap).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
  now.mockRestore()
})
