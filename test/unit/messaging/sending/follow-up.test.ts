// When somebody looks after a message that was taken: each moment at which callbacks may have been lost.
import { describe, expect, test } from 'vitest'
import { nextFollowAt } from '#src/messaging/sending/follow-up.ts'
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'

type Account = Pick<MessagingAccount, 'id' | 'status'>

const acceptedAt = 1_000_000
const expiresAt = acceptedAt + 600_000
const asked: Account = { id: 'asked', status: async () => undefined }
const blind: Account = { id: 'blind' }

/** Seconds after the acceptance, one after the other. */
function momentsOf(accounts: readonly Account[], provider: string): number[] {
  const moments: number[] = []
  let now = acceptedAt
  for (;;) {
    const at = nextFollowAt(accounts, provider, { acceptedAt, now, expiresAt })
    if (at === null) return moments
    moments.push((at - acceptedAt) / 1_000)
    now = at
  }
}

describe('a message of which nothing final is reported', () => {
  test('is asked after at 60 s and when its record expires, where its account can be asked', () => {
    expect(momentsOf([asked], 'asked')).toEqual([60, 600])
  })

  test('goes to the next account at 45 s where nothing was reported as sent', () => {
    expect(momentsOf([blind, asked], 'blind')).toEqual([45])
    expect(momentsOf([asked, blind], 'asked')).toEqual([45, 60, 600])
  })

  test('of the only account, which cannot be asked, is left as it is', () => {
    expect(momentsOf([blind], 'blind')).toEqual([])
  })
})
