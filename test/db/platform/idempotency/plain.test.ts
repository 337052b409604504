// Which answers of keyed requests that belong to no transaction are kept.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { hashRequest } from '#src/platform/idempotency/key.ts'
import { answerOnce } from '#src/platform/idempotency/store.ts'
import { type AnyAnswer, refuse, reply } from '#src/platform/http/reply.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { test } from '#test/db/fixture.ts'

test('a refusal that was decided comes again, and what was unknown is looked for again', async ({
  db,
}) => {
  const sealer = createSealer(openKeyring(createKeyring()))
  const owner = { tenant: 'acme', mode: 'live' } as const
  const ask = (key: string, answer: AnyAnswer) => {
    const keyed = hashRequest(sealer, owner, { operation: 'test', key, asked: [] })
    return db.transaction((tx) => answerOnce(tx, keyed, async () => answer))
  }
  const [limited, unknown] = [randomUUID(), randomUUID()]
  await ask(limited, refuse('limit-reached'))
  expect(await ask(limited, reply(204))).toMatchObject({ refusal: 'limit-reached' })
  await ask(unknown, refuse('not-found'))
  expect(await ask(unknown, reply(204))).toEqual(reply(204))
})
