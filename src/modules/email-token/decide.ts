// The two changes that a caller can make to e-mail tokens, inside the caller's commit.
import type { Db } from '#src/db/client.ts'
import { append } from '#src/journal/append.ts'
import type { NewEntry } from '#src/journal/entry.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import { type Locked, openDataKey } from '#src/transaction/locked.ts'
import { readFields } from '#src/transaction/store.ts'
import { codesEqual } from '#src/challenges/code.ts'
import {
  type CheckDecision,
  decideCheck,
  decideSend,
  type SendDecision,
  toSentRecord,
} from './limits.ts'
import {
  deriveSecrets,
  type EmailToken,
  hashAddress,
  listTokens,
  openToken,
  readAddressSends,
  readFailedChecks,
  recordFact,
} from './store.ts'

type Requested =
  | { readonly kind: 'record'; readonly token: EmailToken }
  | Exclude<SendDecision, { kind: 'open' | 'cooling' }>

/** Opens a record, or gives the one that is open inside the cool-down, or says why not. */
export async function requestToken(
  tx: Db,
  sealer: Sealer,
  locked: Locked,
  language: 'pt' | 'en',
): Promise<Requested> {
  const email = (await readFields(sealer, locked)).email?.trim()
  if (!email) return { kind: 'no-email' }
  const hashes = hashAddress(sealer, locked, email)
  const [tokens, failedChecks, addressSends] = await Promise.all([
    listTokens(tx, locked.id),
    readFailedChecks(tx, locked),
    readAddressSends(tx, hashes, locked.wallNow),
  ])
  const now = locked.now.getTime()
  const records = tokens.map((token) => toSentRecord(token, now))
  const wallNow = locked.wallNow.getTime()
  const decision = decideSend({
    hasEmail: true,
    records,
    failedChecks,
    addressSends,
    now,
    wallNow,
  })
  switch (decision.kind) {
    case 'open': {
      const asked = { addressHash: hashes.current, language }
      const token = await open(tx, sealer, locked, asked, decision.supersedes)
      return { kind: 'record', token }
    }
    case 'cooling': {
      const token = tokens.find(({ id }) => id === decision.recordId)
      if (!token) throw new Error('the open record is one of those that were read')
      return { kind: 'record', token }
    }
    case 'no-email':
    case 'limit-reached':
      return decision
  }
}

async function open(
  tx: Db,
  sealer: Sealer,
  locked: Locked,
  asked: { addressHash: Buffer; language: 'pt' | 'en' },
  supersedes: string | undefined,
): Promise<EmailToken> {
  const token = await openToken(tx, sealer, locked, await openDataKey(sealer, locked), asked)
  const entries: NewEntry[] = []
  if (supersedes !== undefined) {
    await recordFact(tx, supersedes, { supersededAt: locked.now })
    entries.push({
      kind: 'email-token-superseded',
      module: 'email-token',
      ref: supersedes,
      reason: token.id,
    })
  }
  entries.push({
    kind: 'email-token-opened',
    module: 'email-token',
    ref: token.id,
    dueAt: token.expiresAt,
  })
  await append(tx, locked, entries)
  return token
}

export type Checked = { readonly decision: CheckDecision; readonly token: EmailToken }

/** Checks a code against a record; what counts is counted, whatever the outcome. */
export async function checkCode(
  tx: Db,
  sealer: Sealer,
  locked: Locked,
  token: EmailToken,
  code: string,
): Promise<Checked> {
  const secrets = deriveSecrets(sealer, await openDataKey(sealer, locked), token)
  const matches = codesEqual(secrets.mac, token.id, code, secrets.code)
  return decideAndRecord(tx, locked, token, matches)
}

/** The button of the page: the link's token has found the record, so it matches. */
export function checkLink(tx: Db, locked: Locked, token: EmailToken): Promise<Checked> {
  return decideAndRecord(tx, locked, token, true)
}

async function decideAndRecord(
  tx: Db,
  locked: Locked,
  token: EmailToken,
  matches: boolean,
): Promise<Checked> {
  const now = locked.now.getTime()
  const failedChecks24h = (await readFailedChecks(tx, locked)).length
  const decision = decideCheck(token, { matches, failedChecks24h, now })
  const entry = { module: 'email-token', ref: token.id } as const
  if (decision.outcome === 'valid') {
    await recordFact(tx, token.id, { repliedAt: locked.now })
    await append(tx, locked, [{ kind: 'email-token-valid', ...entry }])
    return { decision, token: { ...token, repliedAt: now } }
  }
  if (decision.outcome === 'mismatch' && decision.counted) {
    const checks = token.checks + 1
    await recordFact(tx, token.id, { checks })
    await append(tx, locked, [{ kind: 'email-token-check-failed', ...entry, attempt: checks }])
    return { decision, token: { ...token, checks } }
  }
  return { decision, token }
}
