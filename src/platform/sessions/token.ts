// The token of a session: 256 random bits in the browser’s cookie. All that depends on it (hash, CSRF token, key of the
// sealed content) is derived, so that the database alone opens no session and reads none.
import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Principal } from '#src/platform/http/route.ts'
import type { DataKey } from '#src/platform/seal/keys.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { SessionRow } from './table.ts'

export const makeToken = (): string => randomBytes(32).toString('base64url')

export const isToken = (text: string | undefined): text is string =>
  text !== undefined && /^[\w-]{43}$/.test(text)

/** A plain hash is enough, because a token has 256 random bits and cannot be guessed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The value that a page sends with each change; a page of another site cannot read it. */
export const csrfOf = (token: string): string =>
  createHmac('sha256', token).update('csrf').digest('base64url')

export function csrfHolds(token: string, given: string | undefined): boolean {
  const [expected, sent] = [csrfOf(token), given ?? ''].map((text) => Buffer.from(text))
  return (
    expected !== undefined && sent?.length === expected.length && timingSafeEqual(expected, sent)
  )
}

/** The sealed content of a session. */
export type Content = {
  /** The parts of the principal that the row does not have. */
  readonly principal: Pick<Principal, 'subject' | 'client' | 'operates'>
  readonly implied: readonly string[]
  readonly isPerson: boolean
  /** The person’s name as given by the issuer; shown only to that person. */
  readonly name?: string
  /** The subject at the issuer, in any form, and the token with which the issuer is asked again. */
  readonly sub?: string
  readonly refreshToken?: string
  /** The token by which the issuer recognises who signs out. */
  readonly idToken?: string
}

/** The data from a sign-in besides the principal. */
export type Brought = Pick<Content, 'name' | 'sub' | 'refreshToken' | 'idToken'>

export function contentOf(
  { subject, client, operates, implied, person }: Principal,
  { name, sub, refreshToken, idToken }: Brought,
): Content {
  return {
    principal: { client, ...(subject !== undefined && { subject }), ...(operates && { operates }) },
    implied: [...(implied ?? [])],
    isPerson: person !== undefined,
    ...(name !== undefined && { name }),
    ...(sub !== undefined && { sub }),
    ...(refreshToken !== undefined && { refreshToken }),
    ...(idToken !== undefined && { idToken }),
  }
}

type Place = Pick<SessionRow, 'id' | 'tenant'>

const contextOf = ({ id, tenant }: Place) =>
  ({ tenant, transaction: id, table: 'session', column: 'content', rowId: id }) as const

const keyOf = (token: string): DataKey => ({
  secret: Buffer.from(hkdfSync('sha256', token, '', 'session-content', 32)),
})

export const sealContent = (sealer: Sealer, token: string, place: Place, content: Content) =>
  sealer.seal(keyOf(token), contextOf(place), content)

/** Throws `SealError` if it was sealed with another token or in another row. */
export const openContent = (sealer: Sealer, token: string, row: SessionRow): Content =>
  sealer.unseal<Content>(keyOf(token), contextOf(row), row.content)
