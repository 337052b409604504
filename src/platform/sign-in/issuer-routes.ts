// Signs in at an issuer: redirects to it, and handles its answer. Only codes of an answer are logged.
import type { Context } from 'hono'
import { z } from 'zod'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import type { Log } from '#src/platform/log.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import { type BeginDeps, beginSession, isAdmitted } from './begin.ts'
import { clearFlow, hashState, readFlow, returnPath, writeFlow } from './flow.ts'
import type { SignInAt, SignInIssuers } from './issuers.ts'
import { isAway, makeSecrets, reasonOf } from './openid.ts'
import { pageHeaders } from './page.ts'
import { type SignInPages, shown } from './pages.ts'
import type { Refused } from './words.ts'

const base = { tag: 'Console', auth: 'link', hidden: true, method: 'get' } as const
const issuer = z.string()
const pages = {
  401: shown('It did not work'),
  403: shown('The account has no access'),
  429: shown('Too many tries'),
  503: shown('The issuer is away'),
} as const

const beginRoute = defineRoute({
  ...base,
  paths: ['/console/sign-in/at/{issuer}'],
  operationId: 'beginSignIn',
  summary: 'The way to an issuer',
  request: { param: z.object({ issuer }), query: z.object({ to: z.string().optional() }) },
  responses: {
    303: { description: 'To the issuer' },
    401: pages[401],
    429: pages[429],
    503: pages[503],
  },
  problems: ['not-found'],
})

const callbackRoute = defineRoute({
  ...base,
  paths: ['/console/sign-in/at/{issuer}/callback'],
  operationId: 'finishSignIn',
  summary: 'The answer of an issuer',
  request: { param: z.object({ issuer }) },
  responses: { 303: { description: 'Signed in: to the console' }, ...pages },
  problems: ['not-found'],
})

export type IssuerDeps = BeginDeps & {
  readonly sessionIssuers: SignInIssuers
  readonly log: Pick<Log, 'warn'>
  readonly metrics: Pick<Metrics, 'signIns'>
}

const statuses = { failed: 401, rights: 403, often: 429, away: 503 } as const
type Refusal = Exclude<Refused, 'link'>

export function issuerRoutes(deps: IssuerDeps, page: SignInPages): Mounted[] {
  const find = (name: string) => deps.sessionIssuers.all.find((one) => one.name === name)

  /** Counts a refusal and logs its codes. */
  function note(at: SignInAt, outcome: Refusal, reason: string): void {
    deps.metrics.signIns.inc({ issuer: at.name, outcome })
    deps.log.warn({ issuer: at.name, outcome, reason }, 'sign-in refused')
  }
  const say = <R extends Refusal>(c: Context, refused: R, headers?: Record<string, string>) =>
    reply(statuses[refused], page.write(c, { refused }), { ...pageHeaders, ...headers })

  return [
    mount(beginRoute, async ({ request, c }) => {
      const at = find(request.param.issuer)
      if (!at) return refuse('not-found')
      if (page.isOften(c)) return say(c, 'often')
      const secrets = makeSecrets()
      try {
        const location = await at.client.begin(secrets)
        const flow = { ...secrets, to: returnPath(request.query.to) }
        return reply(303, undefined, {
          location,
          'set-cookie': await writeFlow(deps, at.name, flow),
        })
      } catch (error) {
        const refused = isAway(error) ? 'away' : 'failed'
        note(at, refused, reasonOf(error))
        return say(c, refused)
      }
    }),
    mount(callbackRoute, async ({ request, c, requestId }) => {
      const at = find(request.param.issuer)
      if (!at) return refuse('not-found')
      if (page.isOften(c)) return say(c, 'often')
      const { search, searchParams } = new URL(c.req.url)
      const state = searchParams.get('state') ?? ''
      const flow = await readFlow(deps, c, { issuer: at.name, state })
      const refuseAs = (refused: Refusal, reason: string) => {
        note(at, refused, reason)
        return say(c, refused, flow && { 'set-cookie': clearFlow(deps.pagesUrl, state) })
      }
      if (!flow) return refuseAs('failed', 'not-begun-here')
      try {
        const tokens = await at.client.finish(search, flow)
        const principal = at.toPrincipal(tokens)
        if (!principal) return refuseAs('rights', 'claims')
        if (!isAdmitted(deps, principal)) return refuseAs('rights', 'tenant')
        const origin = hashState(state)
        const cookie = await beginSession(deps, c, { principal, origin, requestId, brought: broughtBy(tokens) }) // prettier-ignore
        if (cookie === undefined) return refuseAs('failed', 'replayed')
        deps.metrics.signIns.inc({ issuer: at.name, outcome: 'opened' })
        return reply(303, undefined, { location: flow.to, 'set-cookie': cookie })
      } catch (error) {
        return refuseAs(isAway(error) ? 'away' : 'failed', reasonOf(error))
      }
    }),
  ]
}

const nameMax = 80

function broughtBy({ claims, idToken, refreshToken }: Parameters<SignInAt['toPrincipal']>[0]) {
  const name = [claims['name'], claims['preferred_username']].find((one) => typeof one === 'string')
  return {
    sub: claims.sub,
    ...(typeof name === 'string' && { name: name.slice(0, nameMax) }),
    ...(idToken !== undefined && { idToken }),
    ...(refreshToken !== undefined && { refreshToken }),
  }
}
