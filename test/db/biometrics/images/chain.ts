// What a machine of AWS gives: a security token service, and the place that a container asks for its keys.
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { listen } from '#test/support/servers/listen.ts'

type Keys = { readonly accessKeyId: string; readonly secretAccessKey: string }

export type Aws = {
  readonly url: string
  /** What was asked of it: the path, or the token of an identity. */
  readonly asked: string[]
  /** Session tokens of requests to its store that are signed with them. */
  readonly tokens: string[]
}

const minuteMs = 60_000

/** Gives these keys with a session token, good for a minute: so each use asks anew. /bucket is a store. */
export async function startAws(keys: Keys): Promise<Aws> {
  const asked: string[] = []
  const tokens: string[] = []
  const answer = async (request: IncomingMessage): Promise<[string, string]> => {
    const { Expiration, SessionToken } = {
      Expiration: new Date(Date.now() + minuteMs).toISOString(),
      SessionToken: `session-${asked.length + 1}`,
    }
    if (request.method === 'GET') {
      asked.push(`${request.url} ${request.headers.authorization ?? ''}`)
      const given = { AccessKeyId: keys.accessKeyId, SecretAccessKey: keys.secretAccessKey }
      return ['application/json', JSON.stringify({ ...given, Token: SessionToken, Expiration })]
    }
    const form = new URLSearchParams(await text(request))
    asked.push(`${form.get('Action')} ${form.get('RoleArn')} ${form.get('WebIdentityToken')}`)
    return [
      'text/xml',
      `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
        <Credentials><AccessKeyId>${keys.accessKeyId}</AccessKeyId><SecretAccessKey>${keys.secretAccessKey}</SecretAccessKey>
        <SessionToken>${SessionToken}</SessionToken><Expiration>${Expiration}</Expiration></Credentials>
      </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
    ]
  }
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/bucket/')) {
      const { authorization = '', 'x-amz-security-token': token } = request.headers
      const isSigned = /SignedHeaders=[^,]*x-amz-security-token/.test(authorization)
      tokens.push(isSigned && authorization.includes(keys.accessKeyId) ? String(token) : 'none')
      response.writeHead(200).end()
      return
    }
    void answer(request).then(([type, body]) =>
      response.writeHead(200, { 'content-type': type }).end(body),
    )
  })
  const port = await listen(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${port}`, asked, tokens }
}
