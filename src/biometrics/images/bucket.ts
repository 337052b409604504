// Opens a bucket. Requests are signed with keys of the settings, or with those that AWS's standard chain finds: variables,
// a profile, a web identity (EKS), a container's or a machine's role.
import { AwsV4Signer } from 'aws4fetch'
import { S3mini } from 's3mini'

export type Bucket = {
  /** With the bucket: `https://s3.sa-east-1.amazonaws.com/bucket`, or `https://bucket.store.example`. */
  readonly endpoint: string
  readonly region: string
  /** Without keys AWS’s standard credential chain is asked. */
  readonly accessKeyId?: string
  readonly secretAccessKey?: string
}

type Keys = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** `timeoutMs`: for one request, its body included. */
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
    // The library knows no session tokens: what it sends unsigned is signed here.
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
  // The client writes it itself, and refuses to be given one.
  signed.headers.delete('host')
  return signed.headers
}

/** Asked for each request: it keeps what it has found until shortly before that expires. */
function askChain(region: string): () => Promise<Keys> {
  let chain: Promise<() => Promise<Keys>> | undefined
  return async () => {
    chain ??= openChain(region)
    return (await chain)()
  }
}

/** Loaded where it is needed alone. */
async function openChain(region: string): Promise<() => Promise<Keys>> {
  const [{ defaultProvider }, { FetchHttpHandler }] = await Promise.all([
    import('@aws-sdk/credential-provider-node'),
    import('@smithy/fetch-http-handler'),
  ])
  return defaultProvider({
    clientConfig: {
      ...(region !== 'auto' && { region }),
      // Uses `fetch`, so that these calls take the same way as all others, proxies included.
      requestHandler: new FetchHttpHandler({ requestTimeout: 5_000 }),
    },
  })
}
