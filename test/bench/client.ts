// A lean HTTP client: the load must not be what limits a measure.
import { Agent, request } from 'node:http'
import { SignJWT } from 'jose'
import type { Stage } from './stage.ts'

export type Sent = {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Client = {
  /** Rejects for every status but the expected one. */
  call<T>(method: 'GET' | 'POST', path: string, expected: number, sent?: Sent): Promise<T>
}

export async function createClient({ jwtSecret }: Stage, url: string): Promise<Client> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const { hostname, port } = new URL(url)
  const authorization = `Bearer ${await signToken(jwtSecret)}`
  return {
    call<T>(method: 'GET' | 'POST', path: string, expected: number, { body, headers }: Sent = {}) {
      const json = body === undefined ? undefined : JSON.stringify(body)
      const sent = {
        authorization,
        ...(json !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(json),
        }),
        ...headers,
      }
      return new Promise<T>((resolve, reject) => {
        const asked = request(
          { agent, hostname, port, method, path, headers: sent },
          (response) => {
            let text = ''
            response.setEncoding('utf8')
            response.on('data', (chunk: string) => (text += chunk))
            response.on('error', reject)
            response.on('end', () => {
              if (response.statusCode === expected) resolve(JSON.parse(text))
              else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${text}`))
            })
          },
        )
        asked.on('error', reject)
        asked.end(json)
      })
    },
  }
}

function signToken(secret: string): Promise<string> {
  return new SignJWT({ tenant: 'bench', mode: 'sandbox', scope: '' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('atesta')
    .setAudience('atesta')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))
}
