// A browser without pages: it keeps cookies by host and follows where it is led.
import { publicBaseUrl, type TestApp } from '#test/support/app.ts'

export type Step = { readonly url: URL; readonly answer: Response }

export type Visitor = {
  /** One request, with the cookies of its host; those of the answer are kept. */
  readonly ask: (url: string | URL, init?: RequestInit) => Promise<Step>
  /**
   * Follows redirects until a page of the console behind the sign-in, or an address that begins with `until`, neither of
   * which is asked for, or until an answer is no redirect.
   */
  readonly follow: (url: string | URL, until?: string) => Promise<Step>
  readonly cookies: Map<string, Map<string, string>>
}

export function createVisitor({ fetch: serve }: Pick<TestApp, 'fetch'>): Visitor {
  const cookies: Visitor['cookies'] = new Map()
  const host = new URL(publicBaseUrl).host

  async function ask(to: string | URL, init: RequestInit = {}): Promise<Step> {
    const url = new URL(to, publicBaseUrl)
    const kept = cookies.get(url.host) ?? new Map<string, string>()
    cookies.set(url.host, kept)
    const cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie !== '' && { cookie }), ...Object(init.headers) }
    const answer =
      url.host === host
        ? await serve(new Request(`http://x${url.pathname}${url.search}`, { ...init, headers }))
        : await fetch(url, { redirect: 'manual', ...init, headers })
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';', 1)
      const at = pair.indexOf('=')
      if (/max-age=0/i.test(set) || /expires=thu, 01 jan 1970/i.test(set))
        kept.delete(pair.slice(0, at)) // prettier-ignore
      else kept.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return { url, answer }
  }

  async function follow(to: string | URL, until?: string): Promise<Step> {
    let next = new URL(to, publicBaseUrl)
    for (let steps = 0; steps < 20; steps += 1) {
      const isInside = next.host === host && !next.pathname.startsWith('/console/sign-in')
      if (isInside || (until !== undefined && next.href.startsWith(until)))
        return { url: next, answer: new Response() }
      const { url, answer } = await ask(next)
      const location = answer.headers.get('location')
      if (location === null) return { url, answer }
      next = new URL(location, url)
    }
    throw new Error('it leads nowhere')
  }

  return { ask, follow, cookies }
}
