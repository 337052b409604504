// A person with a browser without scripts: it keeps cookies, follows redirects of forms, and presses buttons.
import type { Call } from './app.ts'

export type Seen = {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  readonly title: string
}

export type Walker = {
  readonly cookies: Map<string, string>
  /** The path of the page that is shown now. */
  path: string
  seen: Seen
  open(path: string): Promise<Seen>
  /** Presses the button of the form with that action; throws when the page has none. */
  press(action: string, fields?: Record<string, string>): Promise<Seen>
  /** Posts a form without the page’s hidden fields, as a forged form does. */
  post(path: string, fields: Record<string, string>): Promise<Response>
  /** Sends a request as a page’s script does, with the cookies and the given headers and body. */
  send(
    method: string,
    path: string,
    sent?: { body?: string | Uint8Array; headers?: Record<string, string> },
  ): Promise<Response>
  /** The value of the page’s hidden field `key`. */
  readonly key: string
}

const nothing: Seen = { status: 0, text: '', headers: new Headers(), title: '' }

export function createWalker(call: Call, headers: Record<string, string> = {}): Walker {
  const cookies = new Map<string, string>()

  /** The path of the link that was opened last; `/c` and the paths below it stand for it. */
  let home = '/c'
  const within = (path: string): string =>
    path === '/c' || /^\/c\/(?:step|file)\/(?!exchange)/.test(path)
      ? `${home}${path.slice('/c'.length)}`
      : path

  async function send(
    method: string,
    given: string,
    { body, headers: more }: { body?: string | Uint8Array; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const path = within(given)
    home = /^\/c\/l\/[^/?]+/.exec(path)?.[0] ?? home
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await call(method, path, {
      ...(body !== undefined && { body }),
      headers: {
        authorization: '',
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(cookie !== '' && { cookie }),
        ...headers,
        ...more,
      },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }

  const walker: Walker = {
    cookies,
    path: '',
    seen: nothing,
    get key() {
      return /name="key" value="([^"]+)"/.exec(walker.seen.text)?.[1] ?? ''
    },
    async open(path) {
      const answer = await send('GET', path)
      const location = answer.headers.get('location')
      if (answer.status === 303 && location !== null) return walker.open(location)
      const text = await answer.text()
      const title = /<title>([^<]*)<\/title>/.exec(text)?.[1] ?? ''
      walker.path = path
      walker.seen = { status: answer.status, text, headers: answer.headers, title }
      return walker.seen
    },
    async press(action, fields = {}) {
      const target = action === '' ? walker.path : within(`/c/step/${action}`)
      // Some buttons lead to a page of confirmation first.
      if (walker.seen.text.includes(`?sure=${action}"`)) await walker.open(`${home}?sure=${action}`)
      const isThere = action === '' || walker.seen.text.includes(`action="${target}"`)
      if (!isThere) throw new Error(`the page "${walker.seen.title}" has no form ${action}`)
      const nonce = /name="nonce" value="([^"]+)"/.exec(walker.seen.text)?.[1] ?? ''
      const answer = await walker.post(target, { key: walker.key, nonce, ...fields })
      const location = answer.headers.get('location')
      if (answer.status !== 303 || location === null)
        throw new Error(`${target} answered ${answer.status}`)
      return walker.open(location)
    },
    post: (path, fields) => send('POST', path, { body: new URLSearchParams(fields).toString() }),
    send,
  }
  return walker
}
