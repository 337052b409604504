// An app at which people sign in by two OpenID providers: `staff`, whose people may be one of two, and `partner`.
import { randomUUID } from 'node:crypto'
import type { IssuerConfig } from '#src/platform/http/auth/issuers.ts'
import { type AppOptions, createTestApp, publicBaseUrl, type TestApp } from '#test/support/app.ts'
import { type Browser, browserOf } from '#test/support/sign-in.ts'
import { type OpenIdProvider, startOpenIdProvider } from '#test/support/servers/openid-provider.ts'
import { test as base } from '#test/db/fixture.ts'
import { describeIssuers } from '../http/auth/issuer.ts'
import { asker } from '../sessions/fixture.ts'
import { createVisitor, type Visitor } from './visitor.ts'

const roles = { reader: ['transactions:read'], reviewer: ['transactions:read', 'reviews:write'] }

export const callbackOf = (name: string) => `${publicBaseUrl}/console/sign-in/at/${name}/callback`

export type Suite = {
  readonly app: TestApp
  readonly staff: OpenIdProvider
  readonly partner: OpenIdProvider
  /** The only tenant of `staff`. */
  readonly tenant: string
  readonly visitor: Visitor
  /** Somebody new at the keyboard of `staff`; resolves to the subject. */
  readonly sit: (claims?: Record<string, unknown>) => string
  /** The session that a visitor has. */
  readonly sessionOf: (visitor: Visitor) => Promise<Browser>
  readonly issuers: readonly IssuerConfig[]
  /** Another app on the same providers. */
  readonly open: (options: AppOptions) => Promise<TestApp>
}

type Fixtures = { providers: readonly [OpenIdProvider, OpenIdProvider]; suite: Suite }

const signedOut = `${publicBaseUrl}/console/signed-out`

export const test = base.extend<Fixtures>({
  providers: [
    async ({}, use) => {
      await using staff = await startOpenIdProvider([callbackOf('staff')], signedOut)
      await using partner = await startOpenIdProvider([callbackOf('partner')], signedOut)
      await use([staff, partner])
    },
    { scope: 'file' },
  ],
  suite: async ({ db, providers: [staff, partner] }, use) => {
    const tenant = `t-${randomUUID()}`
    const at = ({ issuer, clientId, clientSecret }: OpenIdProvider) => ({
      issuer,
      jwksUrl: `${issuer}/jwks`,
      roles,
      claims: { scopes: ['roles'] },
      signIn: { clientId, clientSecret },
    })
    const issuers = describeIssuers(
      { name: 'staff', tenants: [tenant], people: true, ...at(staff) },
      { name: 'partner', tenants: [`${tenant}-2`], ...at(partner) },
    )
    const open = (options: AppOptions) => createTestApp(db, undefined, { issuers, ...options })
    const app = await open({})
    await use({
      app,
      staff,
      partner,
      tenant,
      issuers,
      open,
      visitor: createVisitor(app),
      sit(claims = {}) {
        const sub = `sub-${randomUUID()}`
        staff.people.set(sub, { name: 'Ana Exemplo', mode: 'live', roles: ['reviewer'], ...claims })
        staff.atKeyboard = sub
        return sub
      },
      sessionOf: ({ cookies }) => {
        const kept = cookies.get(new URL(publicBaseUrl).host) ?? new Map<string, string>()
        const [name, value] = [...kept].find(([one]) => one.endsWith('-session')) ?? []
        return browserOf(`${name}=${value}`, asker(app))
      },
    })
    Object.assign(staff, { isAway: false, givesRefreshTokens: false })
  },
})
