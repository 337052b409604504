// Reads the events of a vendor's request, each once, with the accounts that it may be about.
import type { Context } from 'hono'
import type { MessagingAccount, RawRequest } from '#src/messaging/challenges/port.ts'
import { Problem } from '#src/platform/errors.ts'
import type { Callback } from '#src/messaging/inbound/locate.ts'

/** As it was signed: the public address, whatever stands before us. */
export function readRequest(
  { c, rawBody = new Uint8Array() }: { readonly c: Context; readonly rawBody?: Uint8Array },
  publicBaseUrl: string,
): RawRequest {
  const { method, url } = c.req
  const path = url.slice(url.indexOf('/', url.indexOf('//') + 2))
  return {
    method,
    url: `${publicBaseUrl.replace(/\/+$/, '')}${path}`,
    headers: Object.fromEntries(c.req.raw.headers),
    rawBody,
  }
}

/** Each event once, with the accounts that read it: those of one credential read the same. */
export function readCallbacks(
  verified: readonly MessagingAccount[],
  request: RawRequest,
  receivedAt: number,
): Callback[] {
  const read = verified.flatMap((account) =>
    parse(account, request).map((event) => ({ account: account.id, event })),
  )
  const groups = Map.groupBy(read, ({ event }) => event.dedupeKey)
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    // A batch can hold an event twice: its account is named once.
    const accounts = [...new Set(same.map(({ account }) => account))]
    const senders = same.flatMap(({ event }) => (event.kind === 'inbound' ? event.to : []))
    const callback = { accounts, event: first.event, receivedAt }
    return [senders.length === 0 ? callback : { ...callback, senders: [...new Set(senders)] }]
  })
}

function parse(account: MessagingAccount, request: RawRequest) {
  try {
    return account.parseWebhook(request)
  } catch {
    // What a parser says may quote the body.
    throw new Problem('invalid-request', { reason: `not of ${account.vendor}’s form` })
  }
}

/** Names of fields as a vendor writes them; whatever else was sent is not said. */
export function describeFields({ rawBody }: RawRequest): string {
  const text = Buffer.from(rawBody.subarray(0, 4_096)).toString()
  const fields = text.startsWith('{') ? [] : new URLSearchParams(text).keys()
  return [...fields]
    .filter((name) => /^[A-Za-z]{1,40}$/.test(name))
    .slice(0, 30)
    .join(' ')
}
