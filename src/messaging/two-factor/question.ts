// The handlers that SMS and WhatsApp 2FA share: they differ in the record that the wire shows.
import { reachOf } from '#src/messaging/challenges/choice/reach.ts'
import type { Context } from 'hono'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { Problem } from '#src/platform/errors.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Locked, Owner } from '#src/journey/transaction/locked.ts'
import { findTransaction, readerNow } from '#src/journey/transaction/store.ts'
import {
  type ChallengeKind,
  type ChallengeContent,
  type ChallengeState,
  channelOf,
} from '#src/messaging/challenges/challenge.ts'
import { requestChallenge, type RequestDeps } from '#src/messaging/challenges/request.ts'
import type { AskForMessage } from '#src/messaging/challenges/schema.ts'
import type { SendRate } from '#src/messaging/challenges/volume/send-rate.ts'
import { hasEligiblePhone } from '#src/messaging/phones/eligible.ts'
import { pickLanguage } from '#src/messaging/messages/text/language.ts'
import { readContent, readContents } from '#src/messaging/challenges/content.ts'
import { listChallenges } from '#src/messaging/challenges/store.ts'

type TwoFactor<Shown> = {
  readonly challengeKind: Extract<ChallengeKind, 'sms-2fa' | 'whatsapp-2fa'>
  readonly toRecord: (state: ChallengeState, content: ChallengeContent, now: number) => Shown
}

type Asked = {
  readonly request: {
    readonly param: { readonly id: string }
    readonly json: AskForMessage | undefined
  }
  readonly tx: Db
  readonly lock: (id: string) => Promise<Locked>
  readonly c: Context
}

/** Opens a record, or answers with the one that is open; in the caller's commit. */
export async function ask<Shown>(
  deps: RequestDeps,
  { challengeKind, toRecord }: TwoFactor<Shown>,
  { request, tx, lock, c }: Asked,
  rate: SendRate,
) {
  const locked = await lock(request.param.id)
  const language = pickLanguage(c.req.header('accept-language'))
  const requested = await requestChallenge(
    { ...deps, tx, locked },
    {
      challengeKind,
      language,
      purpose: request.json?.purpose,
      spend: () => rate.spend(c),
    },
  )
  switch (requested.kind) {
    case 'record': {
      const content = await readContent(deps.sealer, locked, requested.challenge)
      return reply(201, toRecord(requested.challenge, content, locked.now.getTime()))
    }
    case 'no-recipient':
      return reply(204)
    case 'limit-reached':
      return refuse('limit-reached', { retryAfterSeconds: requested.retryAfterSeconds })
  }
}

/** Newest first. */
export async function list<Shown>(
  { reads: db, sealer, messaging }: RequestDeps & Pick<MessagingDeps, 'reads'>,
  { challengeKind, toRecord }: TwoFactor<Shown>,
  owner: Owner,
  id: string,
) {
  const found = await findTransaction(db, owner, id)
  if (!found) throw new Problem('not-found')
  const records = await listChallenges(db, found.id, challengeKind)
  const channel = channelOf[challengeKind]
  const isEmpty =
    records.length === 0 &&
    !(await hasEligiblePhone({ db, sealer }, found, channel, reachOf(messaging, found.tenant)))
  if (isEmpty) return reply(204)
  const now = readerNow(found).getTime()
  const read = await readContents(sealer, found, records)
  return reply(
    200,
    read.map(({ challenge, content }) => toRecord(challenge, content, now)),
  )
}
