// Redirects old addresses of pages to their places in the console.
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'

const places: Readonly<Record<string, string>> = {
  '/messages': '/console/messages',
  '/packs': '/console/packs',
  '/reviews': '/console/reviews',
  '/sandbox': '/console/sandbox',
  '/transactions': '/console/transactions',
  '/webhooks': '/console/webhooks',
}

/** The query is kept. */
export const movedRoutes = (): Mounted[] =>
  Object.entries(places).map(([path, place]) => {
    const route = defineRoute({
      method: 'get',
      paths: [path],
      operationId: `follow-${path.slice(1)}`,
      summary: 'Go to its place in the console',
      tag: 'Console',
      auth: 'none',
      hidden: true,
      request: {},
      responses: { 302: { description: 'There it is' } },
      problems: [],
    })
    return mount(route, async ({ c }) => {
      const { search } = new URL(c.req.url)
      return { status: 302, headers: { location: `${place}${search}` } } as const
    })
  })
