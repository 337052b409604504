// Applies a correction to tokens and questions: when it removes a phone or address, those sent to it no longer count,
// except for a no.
import { and, eq, isNull } from 'drizzle-orm'
import type { OnCorrected } from '#src/journey/capabilities/capability.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { challengeSuperseded } from '#src/messaging/challenges/kinds.ts'
import { updateChallenge } from '#src/messaging/challenges/store.ts'
import { challenges } from '#src/messaging/challenges/table.ts'
import { listCandidates } from '#src/messaging/phones/candidates.ts'
import { hashMailbox, hashPhone } from '#src/messaging/phones/hash.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'

const contacts = ['email', 'phone', 'phones']

export const takeBackContacts: OnCorrected = async ({ tx, sealer, locked, fields, names }) => {
  if (!names.some((name) => contacts.includes(name))) return {}
  const left = hashesOf(sealer, locked, fields)
  const all = await tx
    .select()
    .from(challenges)
    .where(and(eq(challenges.transactionId, locked.id), isNull(challenges.goneAt)))
  const gone = all.filter(({ contactHash }) => !left.has(contactHash.toString('hex')))
  for (const { id, challengeKind, ...ended } of gone) {
    const isOpen = !ended.repliedAt && !ended.supersededAt && !ended.expiredAt
    const at = locked.now
    await updateChallenge(tx, id, { goneAt: at, ...(isOpen && { supersededAt: at }) })
    if (isOpen) append(locked, { kind: challengeSuperseded, module: challengeKind, ref: id })
  }
  const tokens = gone.filter(({ challengeKind }) => challengeKind === 'email-token')
  return {
    again: [
      ...(tokens.length > 0 ? ['emailToken'] : []),
      ...(tokens.length < gone.length ? ['phoneConfirmation'] : []),
    ],
  }
}

/** The hashes of the address and of each reachable number, under every hash key. */
function hashesOf(sealer: Sealer, owner: Owner, fields: StoredFields): Set<string> {
  const { email = '' } = fields
  const hashed = [
    ...(email.trim() === '' ? [] : [hashMailbox(sealer, owner, email.trim())]),
    ...listCandidates(fields).map(({ e164 }) => hashPhone(sealer, owner, e164)),
  ]
  return new Set(hashed.flatMap(({ all }) => all.map((one) => one.toString('hex'))))
}
