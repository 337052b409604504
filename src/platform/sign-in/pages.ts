// The page of the sign-in, and what all of its routes share.
import type { Context } from 'hono'
import { z } from 'zod'
import { createAddressLimit } from '#src/platform/http/request/address-limit.ts'
import { clientAddress } from '#src/platform/http/request/address.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { pageHeaders, type SignInPage, signInPage } from './page.ts'
import { languageOf } from './words.ts'

/** An answer with a page. */
export const shown = (description: string) => ({
  description,
  body: z.string(),
  mediaType: 'text/html; charset=utf-8',
})

const pageRoute = defineRoute({
  tag: 'Console',
  auth: 'link',
  hidden: true,
  method: 'get',
  paths: ['/console/sign-in', '/console/signed-out'],
  operationId: 'readSignIn',
  summary: 'How somebody signs in to the console',
  request: {},
  responses: { 200: shown('The page') },
  problems: [],
})

/** For an address in a minute, in each process. */
const triesPerMinute = 30

type Settings = Pick<SignInPage, 'takesLinks'> & { readonly proxyHops: number }

export type SignInPages = {
  /** Counts a try of the caller’s address; true beyond the limit. */
  isOften(c: Context): boolean
  write(c: Context, more?: Pick<SignInPage, 'isOut' | 'refused'>): string
}

export function createSignInPages({ takesLinks, proxyHops }: Settings): SignInPages {
  const limit = createAddressLimit(triesPerMinute)
  return {
    isOften: (c) => limit.take(clientAddress(c, proxyHops), performance.now()) > 0,
    write(c, more = {}) {
      const language = languageOf(c.req.header('accept-language'))
      return signInPage({ language, ways: [], takesLinks, ...more })
    },
  }
}

export const pageRoutes = (pages: SignInPages): Mounted[] => [
  mount(pageRoute, async ({ c }) => {
    const isOut = c.req.path.startsWith('/console/signed-out')
    return reply(200, pages.write(c, { isOut }), pageHeaders)
  }),
]
