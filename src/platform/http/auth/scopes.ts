// The scopes of a credential, and the scope that an operation needs.
import { Problem } from '#src/platform/errors.ts'
import type { Principal, Route } from '../route.ts'

/** The published contract knows no scopes, so every credential has these unless it names some of them. */
const ofContract = ['transactions:read', 'transactions:write', 'images:read'] as const

/**
 * With `implied`, a credential that names none of the contract’s scopes gets all of them in addition. The added ones
 * are returned separately, because with an implied scope only the creating client may see pictures of live
 * transactions.
 */
export function grant(
  named: readonly string[],
  by: 'exact' | 'implied',
): Pick<Principal, 'scopes' | 'implied'> {
  const own = new Set(named)
  if (by === 'exact' || ofContract.some((one) => own.has(one))) return { scopes: own }
  return { scopes: new Set([...own, ...ofContract]), implied: new Set<string>(ofContract) }
}

/** Throws `scope-missing`; for operations of which only a part needs the scope. */
export function needScope({ scopes: held }: Pick<Principal, 'scopes'>, scope: string): void {
  if (!held.has(scope)) throw scopeMissing(scope)
}

export const scopeMissing = (scope: string): Problem =>
  new Problem('scope-missing', {
    detail: `The scope ${scope} is needed.`,
    extra: { scope },
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  })

/** With an implied scope, pictures of live transactions are shown only to the program that created the transaction. */
export function needOwnPictures(
  { implied, mode, client }: Principal,
  { client: maker }: { readonly client: string },
): void {
  if (mode === 'live' && implied?.has('images:read') && maker !== client)
    throw scopeMissing('images:read')
}

/** The scope of an operation: the one that it names, otherwise that of reading or of writing; undefined for any. */
export function scopeOf({ scope, anyScope, method, auth = 'bearer' }: Route): string | undefined {
  if (auth !== 'bearer' || anyScope) return undefined
  return scope ?? (method === 'get' ? 'transactions:read' : 'transactions:write')
}

/** Whether a credential has the alternative scope of an operation. */
export const isOpenedOtherwise = (
  { orScope }: Route,
  { scopes: held }: Pick<Principal, 'scopes'>,
): boolean => orScope !== undefined && held.has(orScope)
