// Derives the principal from the claims of a verified token.
import type { JWTPayload } from 'jose'
import { z } from 'zod'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Principal } from '../route.ts'
import type { ClaimPath, IssuerConfig } from './issuers.ts'
import { grant } from './scopes.ts'

/** A keyed hash that replaces a subject or client id in audit rows and logs. */
export type NameHash = (kind: 'subject' | 'client', issuer: string, name: string) => string

export const createNameHash =
  (sealer: Pick<Sealer, 'hash'>): NameHash =>
  (...named) =>
    sealer.hash('credential', ...named).toString('hex', 0, 16)

const Tenant = z.string().regex(/^[\w.-]{1,64}$/)
const Mode = z.enum(['sandbox', 'live'])
/** Subjects appear in lists of authors, so only ids are accepted, not e-mail addresses. */
const Id = z.string().regex(/^[\w.:|-]{1,128}$/)
const Names = z.union([z.string().transform((text) => text.split(' ')), z.array(z.string())])

/** Undefined where the claims are not what the issuer may assert. */
export function readPrincipal(
  issuer: IssuerConfig,
  payload: JWTPayload,
  hash: NameHash,
): Principal | undefined {
  if (!hasRequired(issuer, payload)) return undefined
  const clientId = readFirst(issuer.claims.client, payload)
  const client = clientId === undefined ? undefined : clientOf(issuer, clientId)
  if (Object.keys(issuer.clients).length > 0 && issuer.audience === 'none' && !client)
    return undefined
  const tenant = Tenant.safeParse(client?.tenant ?? readTenant(issuer, payload))
  const mode = Mode.safeParse(client?.mode ?? readMode(issuer, payload))
  const named = client?.scopes ?? readScopes(issuer, payload)
  if (!tenant.success || !mode.success || !named) return undefined
  if (!mayName(issuer, tenant.data, mode.data)) return undefined
  const allowed = issuer.operator ? named : named.filter((one) => one !== 'tenants:admin')
  const { sub } = payload
  const subject = Id.safeParse(sub)
  const name = sub ?? clientId
  const actor = name === undefined ? undefined : hash('subject', issuer.issuer, name)
  return {
    tenant: tenant.data,
    mode: mode.data,
    ...grant(allowed, issuer.scopes),
    issuer: issuer.name,
    client: hash('client', issuer.issuer, clientId ?? sub ?? ''),
    ...(subject.success && { subject: subject.data }),
    ...(actor !== undefined && { actor }),
    ...(actor !== undefined && isPerson(issuer, payload, clientId) && { person: actor }),
    ...(!isOwn(issuer, tenant.data) && { operates: true }),
  }
}

const clientOf = ({ clients }: IssuerConfig, id: string) =>
  Object.hasOwn(clients, id) ? clients[id] : undefined

function mayName(issuer: IssuerConfig, tenant: string, mode: Principal['mode']): boolean {
  return (isOwn(issuer, tenant) || issuer.operator) && issuer.modes.includes(mode)
}

const isOwn = ({ tenants }: IssuerConfig, tenant: string): boolean =>
  tenants === '*' || tenants.includes(tenant)

const hasRequired = ({ required }: IssuerConfig, payload: JWTPayload): boolean =>
  Object.entries(required).every(([name, value]) => payload[name] === value)

/** Without the claim the tenant is that of an issuer that has only one. */
function readTenant({ claims, tenants }: IssuerConfig, payload: JWTPayload): unknown {
  const [only, ...more] = tenants === '*' ? [] : tenants
  return readOne(claims.tenant, payload) ?? (more.length === 0 ? only : undefined)
}

function readMode({ claims, modes, defaultMode }: IssuerConfig, payload: JWTPayload): unknown {
  const [only, ...more] = modes
  return readOne(claims.mode, payload) ?? defaultMode ?? (more.length === 0 ? only : undefined)
}

/** Undefined where a claim is neither a text nor a list of texts. */
function readScopes(issuer: IssuerConfig, payload: JWTPayload): readonly string[] | undefined {
  const found: string[] = []
  for (const path of issuer.claims.scopes) {
    const value = readClaim(path, payload)
    if (value === undefined || value === null) continue
    const names = Names.safeParse(value)
    if (!names.success) return undefined
    found.push(...names.data.filter((name) => name !== ''))
  }
  return [...new Set(found.flatMap((name) => toScopes(issuer, name)))]
}

function toScopes({ scopePrefix, roles }: IssuerConfig, name: string): readonly string[] {
  const role = Object.hasOwn(roles, name) ? roles[name] : undefined
  if (role) return role
  if (scopePrefix === '') return [name]
  return name.startsWith(scopePrefix) ? [name.slice(scopePrefix.length)] : []
}

/** Only own properties are followed, never those of a prototype. */
function readClaim(path: ClaimPath, payload: JWTPayload): unknown {
  let at: unknown = payload
  for (const key of typeof path === 'string' ? [path] : path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    // Safe because it is an object that has the member.
    at = (at as Record<string, unknown>)[key]
  }
  return at
}

/** Some issuers send a single value as a list of one. */
function readOne(path: ClaimPath, payload: JWTPayload): unknown {
  const value = readClaim(path, payload)
  return Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : (value ?? undefined)
}

function readFirst(paths: readonly ClaimPath[], payload: JWTPayload): string | undefined {
  const found = paths.map((path) => readClaim(path, payload))
  return found.find((one) => typeof one === 'string' && one !== '') as string | undefined
}

/**
 * Whether a person signed in, rather than a program with its own secret. Issuers mark programs differently: Okta and
 * Cognito repeat the client id as `sub`, Auth0 has `gty` and `…@clients`, Entra `idtyp` or `oid` equal to `sub`,
 * Keycloak a user named `service-account-…`.
 */
function isPerson(
  { people }: IssuerConfig,
  payload: JWTPayload,
  clientId: string | undefined,
): boolean {
  const { sub, gty, idtyp, oid, preferred_username: user } = payload
  if (!people || sub === undefined || sub === clientId || sub.endsWith('@clients')) return false
  if (gty === 'client-credentials' || idtyp === 'app' || oid === sub) return false
  return !(typeof user === 'string' && user.startsWith('service-account-'))
}
