// Decides by which legal basis data may be bought, and audits each purchase: without one nothing real is bought.
import type { LegalBasis } from '#src/journey/transaction/parts-schema.ts'
import type { InCommit, Owner } from '#src/journey/transaction/locked.ts'
import { type By, writeAudit } from '#src/platform/audit/write.ts'
import type { Port } from '#src/screening/orders/port.ts'
import type { Check } from '#src/screening/orders/store.ts'

export type Buying = {
  readonly port: Port
  readonly services: readonly string[]
  readonly basis: LegalBasis | undefined
  /** Accounts that have answered and are not asked again. */
  readonly after?: readonly string[]
}

/** The first digits of a card tell its issuer, which is about no person. */
export const mayBuy = ({ mode }: Pick<Owner, 'mode'>, { port, basis }: Buying): boolean =>
  mode === 'sandbox' || port === 'card-risk' || basis !== undefined

/** The sandbox buys nothing, so it is audited only when the client has given a legal basis. */
export async function auditPurchase(
  { tx, locked }: InCommit,
  { id, port, legalBasis }: Check,
  { services, basis, by }: Buying & { readonly by?: By | undefined },
): Promise<void> {
  if (port === 'card-risk' || basis === undefined) return
  if (locked.mode === 'sandbox' && legalBasis === null) return
  const { tenant, mode } = locked
  await writeAudit(tx, by ?? { tenant, mode, actorKind: 'service' }, {
    action: 'data.bought',
    object: id,
    transactionId: locked.id,
    details: { ...basis, port, services: services.join(' ') },
  })
}
