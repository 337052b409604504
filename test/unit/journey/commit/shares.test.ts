import { expect, test } from 'vitest'
import { inShareOfTenant, rememberTenant } from '#src/journey/commit/shares.ts'
import { createConnectionQueue } from '#src/platform/db/connection-queue.ts'

test('tasks of one tenant leave a connection to another, once the process knows whose they are', async () => {
  const queue = createConnectionQueue({ count: 5, waitingMax: 100, waitMs: 5_000 })
  const ended = Promise.withResolvers<void>()
  const running: string[] = []
  const take = (id: string) =>
    inShareOfTenant(id, () =>
      queue.run(async () => {
        running.push(id)
        await ended.promise
      }),
    )
  rememberTenant('loud', 'one')
  rememberTenant('quiet', 'other')
  const all = [...Array.from({ length: 9 }, () => take('loud')), take('quiet'), take('unknown')]
  await Promise.resolve()
  expect(running).toEqual(['loud', 'loud', 'loud', 'quiet', 'unknown'])
  ended.resolve()
  await Promise.all(all)
})
