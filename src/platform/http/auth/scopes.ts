// What a credential may be allowed, and which of it an operation needs.
import { Problem } from '#src/platform/errors.ts'
import type { Principal, Route } from '../route.ts'

/** What the contract, which knows no scopes, gives every credential. */
const ofContract = ['transactions:read', 'transactions:write', 'images:read'] as const

/**
 * `implied`: a credential that names none of the contract's scopes has them all, besides what it names. Those that
 * were added are said apart, because pictures of live transactions are shown by them to their own client alone.
 */
export function grant(
  named: readonly string[],
  by: 'exact' | 'implied',
): Pick<Principal, 'scopes' | 'implied'> {
  const own = new Set(named)
  if (by === 'exact' || ofContract.some((one) => own.has(one))) return { scopes: own }
  return { scopes: new Set([...own, ...ofContract]), implied: new Set<string>(ofContract) }
}

/** Throws `scope-missing`: where only a part of what an operation does needs the scope. */
export function needScope({ scopes: held }: Pick<Principal, 'scopes'>, scope: string): void {
  if (!held.has(scope)) throw scopeMissing(scope)
}

export const scopeMissing = (scope: string): Problem =>
  new Problem('scope-missing', {
    detail: `The scope ${scope} is needed.`,
    extra: { scope },
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  })

/** Pictures of live transactions are shown by an implied scope to the program that made the transaction alone. */
export function needOwnPictures(
  { implied, mode, client }: Principal,
  { client: maker }: { readonly client: string },
): void {
  if (mode === 'live' && implied?.has('images:read') && maker !== client)
    throw scopeMissing('images:read')
}

/** The scope of an operation: the one that it names, else that of reading or of writing. */
export function scopeOf({ scope, method, auth = 'bearer' }: Route): string | undefined {
  if (auth !== 'bearer') return undefined
  return scope ?? (method === 'get' ? 'transactions:read' : 'transactions:write')
}

/** Whether a credential has the other scope that opens an operation. */
export const isOpenedOtherwise = (
  { orScope }: Route,
  { scopes: held }: Pick<Principal, 'scopes'>,
): boolean => orScope !== undefined && held.has(orScope)
