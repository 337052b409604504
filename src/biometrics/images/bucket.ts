// Opens a bucket. Requests are signed with keys of the settings, or with those that AWS's standard chain finds: variables,
// a profile, a web identity (EKS), a container's or a machine's role.
import { AwsV4Signer } from 'aws4fetch'
import { S3mini } from 's3mini'

export type Bucket = {
  /** Includes the bucket: `https://s3.sa-east-1.amazonaws.com/bucket`, or `https://bucket.store.example`. */
  readonly endpoint: string
  readonly region: string
  /** Without keys, AWS’s standard credential chain is used. */
  readonly accessKeyId?: string
  readonly secretAccessKey?: string
}

type Keys = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** `timeoutMs` limits one request, including its body. */
export function openBucket(
  { endpoint, region, accessKeyId, secretAccessKey }: Bucket,
  timeoutMs: number,
): S3mini {
  const given = accessKeyId && secretAccessKey && { accessKeyId, secretAccessKey }
  const readKeys = given ? async () => given : askChain(region)
  return new S3mini({
    endpoint,
    region,
    requestAbortTimeout: timeoutMs,
    // The library does not support session tokens, so it sends unsigned requests, which are signed here.
    accessKeyId: '',
    secretAccessKey: '',
    fetch: async (input, init = {}) => {
      const url = input instanceof Request ? input.url : new URL(input).href
      return fetch(url, { ...init, headers: await sign(url, init, region, await readKeys()) })
    },
  })
}

async function sign(
  url: string,
  { method = 'GET', headers }: RequestInit,
  region: string,
  keys: Keys,
): Promise<Headers> {
  const signed = await new AwsV4Signer({
    ...keys,
    url,
    method,
    headers: new Headers(headers),
    service: 's3',
    region,
  }).sign()
  // Fetch writes this header itself and refuses a given one.
  signed.headers.delete('host')
  return signed.headers
}

/** Called for each request; the chain caches the keys until shortly before they expire. */
function askChain(region: string): () => Promise<Keys> {
  let chain: Promise<() => Promise<Keys>> | undefined
  return async () => {
    chain ??= openChain(region)
    return (await chain)()
  }
}

/** Loaded only when it is needed. */
async function openChain(region: string): Promise<() => Promise<Keys>> {
  const [{ defaultProvider }, { FetchHttpHandler }] = await Promise.all([
    import('@aws-sdk/credential-provider-node'),
    import('@smithy/fetch-http-handler'),
  ])
  return defaultProvider({
    clientConfig: {
      ...(region !== 'auto' && { region }),
      // Uses `fetch`, so that these calls go the same way as all others, proxies included.
      requestHandler: new FetchHttpHandler({ requestTimeout: 5_000 }),
    },
  })
}
