// Limits the rate of a tenant’s messages. A token is taken before the commit that spends it, so that no lock is held
// while other requests of the tenant wait.
import { assert } from '#src/platform/assert.ts'
import type { Context } from 'hono'
import type { Db } from '#src/platform/db/client.ts'
import { refuse } from '#src/platform/http/reply.ts'
import { toProblem } from '#src/platform/http/response.ts'
import type { Mounted } from '#src/platform/http/route.ts'
import type { Log } from '#src/platform/log.ts'
import { batchSize, type Rate } from '#src/platform/rate-limit/bucket.ts'
import { createRateLimit, leaseFrom } from '#src/platform/rate-limit/rate-limit.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { sendBuckets } from '#src/messaging/challenges/table.ts'

export type SendRate = {
  /** Wraps a route so that each request takes a token first; one that does not spend it gives it back. */
  limit(mounted: Mounted): Mounted
  /** Spends the request’s token and returns 0; throws `limit-reached` where there is none. */
  spend(c: Context): number
  /** For requests without a credential: calls `work` with the function that spends the token. */
  inHand<T>(owner: Owner, work: (spend: () => number) => Promise<T>): Promise<T>
}

type Token = { readonly retryAfterSeconds: number; isSpent: boolean }

export function createSendRate(
  { db, log }: { readonly db: Db; readonly log: Pick<Log, 'warn'> },
  rate: Rate,
): SendRate {
  const take = createRateLimit(leaseFrom(db, rate, batchSize(rate), sendBuckets), rate, log)
  const tokens = new WeakMap<Context, Token>()
  const givenBack = new Map<string, number>()

  async function takeToken(owner: Owner): Promise<Token> {
    const spare = givenBack.get(keyOf(owner)) ?? 0
    if (spare > 0) givenBack.set(keyOf(owner), spare - 1)
    const { retryAfterSeconds } = spare > 0 ? { retryAfterSeconds: 0 } : await take(owner)
    return { retryAfterSeconds, isSpent: false }
  }

  function giveBack(owner: Owner, { retryAfterSeconds, isSpent }: Token): void {
    if (retryAfterSeconds > 0 || isSpent) return
    givenBack.set(keyOf(owner), (givenBack.get(keyOf(owner)) ?? 0) + 1)
  }

  return {
    limit: ({ route, handler }) => ({
      route,
      async handler(call) {
        const { principal, c } = call
        if (!principal) return handler(call)
        const token = await takeToken(principal)
        tokens.set(c, token)
        try {
          return await handler(call)
        } finally {
          giveBack(principal, token)
        }
      },
    }),
    spend(c) {
      const token = tokens.get(c)
      assert(token, 'the route spends a token and has no limit')
      return passOrThrow(spendToken(token))
    },
    async inHand({ tenant, mode }, work) {
      const owner = { tenant, mode }
      const token = await takeToken(owner)
      try {
        return await work(() => spendToken(token))
      } finally {
        giveBack(owner, token)
      }
    },
  }
}

/**
 * Returns 0 or throws. A short-lived refusal is thrown and not returned, because a returned one would be stored under
 * the Idempotency-Key and repeated for a day.
 */
export function passOrThrow(retryAfterSeconds: number): number {
  if (retryAfterSeconds > 0) throw toProblem(refuse('limit-reached', { retryAfterSeconds }))
  return 0
}

function spendToken(token: Token): number {
  token.isSpent = true
  return token.retryAfterSeconds
}

const keyOf = ({ tenant, mode }: Owner) => `${mode}/${tenant}`
