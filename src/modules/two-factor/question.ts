// What SMS and WhatsApp 2FA both do: they differ in the record that the wire shows.
import type { Context } from 'hono'
import { Problem } from '#src/errors.ts'
import type { ChangeDeps } from '#src/http/change.ts'
import { refuse, reply } from '#src/http/reply.ts'
import type { Db } from '#src/db/client.ts'
import type { Locked, Owner } from '#src/transaction/locked.ts'
import { findTransaction, readerNow } from '#src/transaction/store.ts'
import {
  type Capability,
  type ChallengeContent,
  type ChallengeFacts,
  channelOf,
} from '#src/challenges/challenge.ts'
import { type Messaging, requestChallenge } from '#src/challenges/request.ts'
import { hasEligiblePhone } from '#src/phones/eligible.ts'
import { pickLanguage } from '#src/messages/language.ts'
import { listChallenges, readContent, readContents } from '#src/challenges/store.ts'

export type TwoFactorDeps = ChangeDeps & { readonly messaging: Messaging }

type TwoFactor<Shown> = {
  readonly capability: Exclude<Capability, 'sms-token'>
  readonly toRecord: (facts: ChallengeFacts, content: ChallengeContent, now: number) => Shown
}

type Asked = {
  readonly request: { readonly param: { readonly id: string } }
  readonly tx: Db
  readonly lock: (id: string) => Promise<Locked>
  readonly c: Context
}

/** Opens a record, or answers with the one that is open; in the caller's commit. */
export async function ask<Shown>(
  { sealer, messaging }: TwoFactorDeps,
  { capability, toRecord }: TwoFactor<Shown>,
  { request, tx, lock, c }: Asked,
) {
  const locked = await lock(request.param.id)
  const language = pickLanguage(c.req.header('accept-language'))
  const requested = await requestChallenge(tx, sealer, messaging, locked, { capability, language })
  switch (requested.kind) {
    case 'record': {
      const content = await readContent(sealer, locked, requested.challenge)
      return reply(201, toRecord(requested.challenge, content, locked.now.getTime()))
    }
    case 'no-phone':
      return reply(204)
    case 'limit-reached':
      return refuse('limit-reached', { retryAfterSeconds: requested.retryAfterSeconds })
  }
}

/** Newest first. */
export async function list<Shown>(
  { db, sealer, messaging }: TwoFactorDeps,
  { capability, toRecord }: TwoFactor<Shown>,
  owner: Owner,
  id: string,
) {
  const found = await findTransaction(db, owner, id)
  if (!found) throw new Problem('not-found')
  const records = await listChallenges(db, found.id, capability)
  const channel = channelOf[capability]
  const isEmpty =
    records.length === 0 &&
    !(await hasEligiblePhone(db, sealer, found, channel, messaging.countries))
  if (isEmpty) return reply(204)
  const now = readerNow(found).getTime()
  const read = await readContents(sealer, found, records)
  return reply(
    200,
    read.map(({ challenge, content }) => toRecord(challenge, content, now)),
  )
}
