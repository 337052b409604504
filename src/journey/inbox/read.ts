// A request of a vendor, as it was signed.
import type { Context } from 'hono'
import type { RawRequest } from './callback.ts'

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

/** Names of fields as a vendor writes them; whatever else was sent is not said. */
export function describeFields({ rawBody }: RawRequest): string {
  const text = Buffer.from(rawBody.subarray(0, 4_096)).toString()
  const fields = text.startsWith('{') ? [] : new URLSearchParams(text).keys()
  return [...fields]
    .filter((name) => /^[A-Za-z]{1,40}$/.test(name))
    .slice(0, 30)
    .join(' ')
}
