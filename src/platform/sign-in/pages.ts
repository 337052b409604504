// The sign-in page, and the parts that all of its routes share.
import type { Context } from 'hono'
import { z } from 'zod'
import { createAddressLimit } from '#src/platform/http/request/address-limit.ts'
import { clientAddress } from '#src/platform/http/request/address.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { returnPath } from './flow.ts'
import type { SignInAt } from './issuers.ts'
import { pageHeaders, type SignInPage, signInPage } from './page.ts'
import { languageOf } from './words.ts'

/** The declaration of an answer with a page. */
export const shown = (description: string) => ({
  description,
  body: z.string(),
  mediaType: 'text/html; charset=utf-8',
})

const base = { tag: 'Console', auth: 'link', hidden: true, method: 'get', problems: [] } as const

const pageRoute = defineRoute({
  ...base,
  paths: ['/console/sign-in'],
  operationId: 'readSignIn',
  summary: 'How somebody signs in to the console',
  request: { query: z.object({ to: z.string().optional() }) },
  responses: { 200: shown('The page'), 303: { description: 'To the only issuer' } },
})

const outRoute = defineRoute({
  ...base,
  paths: ['/console/signed-out'],
  operationId: 'readSignedOut',
  summary: 'Where somebody comes who has signed out',
  request: {},
  responses: { 200: shown('The page') },
})

/** The most attempts of one address in a minute, in each process. */
const triesPerMinute = 30

type Settings = Pick<SignInPage, 'takesLinks'> & {
  readonly proxyHops: number
  readonly issuers: readonly Pick<SignInAt, 'name' | 'label'>[]
}

export type SignInPages = {
  /** Counts an attempt of the caller’s address; true beyond the limit. */
  isOften(c: Context): boolean
  write(c: Context, more?: Pick<SignInPage, 'isOut' | 'refused'>): string
  /** The address of the only issuer; undefined if there is a choice. */
  onlyWay(c: Context): string | undefined
}

export function createSignInPages({ takesLinks, proxyHops, issuers }: Settings): SignInPages {
  const limit = createAddressLimit(triesPerMinute)
  const waysFor = (c: Context) => {
    const to = encodeURIComponent(returnPath(c.req.query('to')))
    return issuers.map(({ name, label }) => ({
      href: `/console/sign-in/at/${name}?to=${to}`,
      label,
    }))
  }
  return {
    isOften: (c) => limit.take(clientAddress(c, proxyHops), performance.now()) > 0,
    write(c, more = {}) {
      const language = languageOf(c.req.header('accept-language'))
      return signInPage({ language, ways: waysFor(c), takesLinks, ...more })
    },
    onlyWay(c) {
      const [only, ...others] = waysFor(c)
      return takesLinks || others.length > 0 ? undefined : only?.href
    },
  }
}

export const pageRoutes = (pages: SignInPages): Mounted[] => [
  mount(pageRoute, async ({ c }) => {
    const location = pages.onlyWay(c)
    return location === undefined
      ? reply(200, pages.write(c), pageHeaders)
      : reply(303, undefined, { location })
  }),
  mount(outRoute, async ({ c }) => reply(200, pages.write(c, { isOut: true }), pageHeaders)),
]
