// The handlers of token routes, the same for all channels: tokens differ in wording and in the record shown.
import type { Context } from 'hono'
import type { Db } from '#src/platform/db/client.ts'
import { Problem } from '#src/platform/errors.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { pickLanguage } from '#src/messaging/messages/text/language.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Locked, Owner } from '#src/journey/transaction/locked.ts'
import { findTransaction, readerNow } from '#src/journey/transaction/store.ts'
import type { ChallengeContent, ChallengeKind, ChallengeState } from '../challenge.ts'
import { checkCode } from './check.ts'
import { requestChallenge, type RequestDeps } from '../request.ts'
import type { AskForMessage } from '../schema.ts'
import { purposeOf } from '../content.ts'
import { findLatest } from '../store.ts'

export type Token<Shown> = {
  readonly challengeKind: ChallengeKind
  readonly toRecord: (
    state: ChallengeState,
    content: Pick<ChallengeContent, 'purpose'>,
    now: number,
  ) => Shown
}

type Changing = {
  readonly tx: Db
  readonly lock: (id: string) => Promise<Locked>
  readonly request: { readonly param: { readonly id: string } }
}

/** Opens a record, or answers with the one that is open; undefined: there is nobody to send it to. */
export async function requestToken<Shown>(
  deps: RequestDeps,
  { challengeKind, toRecord }: Token<Shown>,
  {
    tx,
    lock,
    request,
    c,
  }: Changing & {
    readonly c: Context
    readonly request: { readonly json: AskForMessage | undefined }
  },
  spend?: () => number,
) {
  const locked = await lock(request.param.id)
  const language = pickLanguage(c.req.header('accept-language'))
  const purpose = request.json?.purpose
  const asked = { challengeKind, language, purpose, ...(spend && { spend }) }
  const requested = await requestChallenge({ ...deps, tx, locked }, asked)
  switch (requested.kind) {
    case 'record':
      return reply(
        201,
        toRecord(
          requested.challenge,
          { ...(purpose !== undefined && { purpose }) },
          locked.now.getTime(),
        ),
      )
    case 'no-recipient':
      return undefined
    case 'limit-reached':
      return refuse('limit-reached', { retryAfterSeconds: requested.retryAfterSeconds })
  }
}

export async function readToken<Shown>(
  { reads: db, sealer }: { readonly reads: Db; readonly sealer: Sealer },
  { challengeKind, toRecord }: Token<Shown>,
  owner: Owner,
  id: string,
) {
  const found = await findTransaction(db, owner, id)
  if (!found) throw new Problem('not-found')
  const latest = await findLatest(db, found.id, challengeKind)
  if (!latest) return refuse('no-token')
  const shown = await purposeOf(sealer, found, latest)
  return reply(200, toRecord(latest, shown, readerNow(found).getTime()))
}

export async function validateToken<Shown>(
  sealer: Sealer,
  { challengeKind, toRecord }: Token<Shown>,
  {
    tx,
    lock,
    request,
  }: Changing & { readonly request: { readonly json: { readonly code: string } } },
) {
  const locked = await lock(request.param.id)
  const latest = await findLatest(tx, locked.id, challengeKind)
  if (!latest) return refuse('no-token')
  const { decision, challenge } = await checkCode({ tx, sealer, locked }, latest, request.json.code)
  switch (decision.outcome) {
    case 'valid':
    case 'already-valid':
      return reply(
        200,
        toRecord(challenge, await purposeOf(sealer, locked, challenge), locked.now.getTime()),
      )
    case 'mismatch':
      return refuse('code-mismatch', { extra: { checksLeft: decision.checksLeft } })
    case 'expired':
      return refuse('expired')
    case 'limit-reached':
      return refuse('limit-reached')
  }
}
