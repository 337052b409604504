// Outcomes that can be chosen on the hosted page of a link, in the sandbox only: each takes the same path as a person’s
// own action.
import type { Context } from 'hono'
import { z } from 'zod'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { defineRoute, type Mounted, mountGuarded } from '#src/platform/http/route.ts'
import { readPageForm } from '#src/platform/urlencoded.ts'
import { formKeyHolds, languageOf, readSecret } from '#src/links/capture/cookies.ts'
import { sandboxOutcomes } from '#src/links/capture/page/sandbox.ts'
import { isForeign, redirect } from '#src/links/capture/pages.ts'
import { findVisit, type Visit } from '#src/links/capture/visit.ts'
import { type AnswerPhone, createPlay } from './play.ts'
import { walkRoutes } from './walk-routes.ts'

const names = Object.values(sandboxOutcomes).flatMap((one) => Object.keys(one))

const choose = defineRoute({
  method: 'post',
  paths: ['/c/l/{link}/sandbox/{outcome}'],
  operationId: 'chooseSandboxOutcome',
  summary: 'An outcome instead of what a person would do',
  tag: 'Sandbox',
  auth: 'link',
  hidden: true,
  problems: [],
  request: { param: z.object({ link: z.string().max(64), outcome: z.enum(names) }) },
  responses: { 303: { description: 'Where the person stands now' } },
})

export function outcomeRoutes(deps: LinkDeps, answerPhone: AnswerPhone): Mounted[] {
  const { publicBaseUrl, sealer, reads } = deps
  const play = createPlay(deps, answerPhone)

  return [
    mountGuarded(
      choose,
      async ({ request, c }) => {
        const visit = await findOwn(c, request.param.link)
        return visit ? { admitted: visit } : redirect(`/c/l/${request.param.link}`)
      },
      async ({ request, c, rawBody, admitted: visit }) => {
        const { link, outcome } = request.param
        const home = `/c/l/${link}`
        const key = readPageForm(rawBody).get('key') ?? ''
        if (!formKeyHolds(sealer, visit.secret, key)) return redirect(home)
        const said = await play({ visit, language: languageOf(c) }, outcome)
        return redirect(said === undefined ? home : `${home}?error=${said}`)
      },
    ),
    ...walkRoutes(deps, play),
  ]

  /** The visit of the device that walks the link; undefined for other devices, and in live mode. */
  async function findOwn(c: Context, id: string): Promise<Visit | undefined> {
    const arrival = await findVisit(reads, id, readSecret(c, publicBaseUrl, id))
    if (arrival.kind !== 'here' || isForeign(c)) return undefined
    return arrival.visit.transaction.mode === 'sandbox' ? arrival.visit : undefined
  }
}
