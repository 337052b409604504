// Reads a vendor’s request in the form over which it was signed.
import type { Context } from 'hono'
import type { RawRequest } from './callback.ts'

/** The URL is rebuilt from the public address, which the vendor signed, because a proxy may have changed it. */
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

/** The names of the fields that a vendor sent, for the log; other text is left out, because it may be personal data. */
export function describeFields({ rawBody }: RawRequest): string {
  const text = Buffer.from(rawBody.subarray(0, 4_096)).toString()
  const fields = text.startsWith('{') ? [] : new URLSearchParams(text).keys()
  return [...fields]
    .filter((name) => /^[A-Za-z]{1,40}$/.test(name))
    .slice(0, 30)
    .join(' ')
}
