// Receives the forms of packs. A form with faults is answered with the page at once, because its values are stored
// nowhere and so would be lost by a redirect.
import type { Context } from 'hono'
import { z } from 'zod'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { inShareOf } from '#src/platform/db/connection-queue.ts'
import { type ErrorCode, Problem } from '#src/platform/errors.ts'
import { defineRoute, type Mounted, mount, mountGuarded } from '#src/platform/http/route.ts'
import type { ValueFault } from '#src/journey/values/schema.ts'
import { readFiles } from '#src/packs/forms/sent-files.ts'
import { answerForm, type SentForm } from './answer.ts'
import { formKeyHolds, languageOf, readSecret } from '../cookies.ts'
import { fieldPrefix, formPage } from '../page/form.ts'
import { renderPage } from '../page/layout.ts'
import { homeOf, isForeign, pageBody, type Pages, redirect } from '../pages.ts'
import { readScene } from '../scene.ts'
import type { TextKey } from '../texts/texts.ts'
import { findVisit, type Visit } from '../visit.ts'

const shown = { description: 'A page', body: pageBody, mediaType: 'text/html' } as const
const base = { tag: 'Verification links', auth: 'link', hidden: true, problems: [] } as const
const responses = {
  303: { description: 'Where the person stands now' },
  410: shown,
  429: shown,
  503: shown,
} as const
const param = z.object({ link: z.string().max(64) })

const saidOf: Partial<Record<ErrorCode, TextKey>> = {
  'payload-too-large': 'formTooLong',
  busy: 'serviceBusy',
}
/** Errors of requests that our page cannot have sent. */
const noForm: ReadonlySet<ErrorCode> = new Set(['invalid-request', 'unsupported-media-type'])

const send = defineRoute({
  ...base,
  method: 'post',
  paths: ['/c/l/{link}/form'],
  operationId: 'sendLinkForm',
  summary: 'The answers of a form',
  leadsBack(code, path) {
    const home = homeOf(/^\/c\/l\/(.*)\/form$/s.exec(path)?.[1] ?? '')
    if (noForm.has(code)) return home
    const said = saidOf[code]
    return said && `${home}?error=${said}`
  },
  bodyLimit: 'images',
  request: { param, form: z.looseObject({ key: z.unknown().optional() }) },
  responses: { ...responses, 422: shown },
})

/** Handles the reopened address of a page that has shown faults. */
const open = defineRoute({
  ...base,
  method: 'get',
  paths: ['/c/l/{link}/form'],
  operationId: 'openLinkForm',
  summary: 'Leads to where the person stands',
  request: { param, query: z.object({ lang: z.string().max(8).exactOptional() }) },
  responses: { 303: responses[303] },
})

export function formRoutes(deps: LinkDeps, pages: Pages): Mounted[] {
  const { sealer, publicBaseUrl, reads } = deps

  /** The visit of the device that opened the link last; undefined for everybody else. */
  async function findVisitor(c: Context, id: string): Promise<Visit | undefined> {
    const arrival = await findVisit(reads, id, readSecret(c, publicBaseUrl, id))
    return arrival.kind === 'here' && !isForeign(c) ? arrival.visit : undefined
  }

  return [
    mount(
      open,
      async ({
        request: {
          param: { link },
          query,
        },
      }) =>
        redirect(
          homeOf(link) +
            (query.lang === undefined ? '' : `?lang=${encodeURIComponent(query.lang)}`),
        ),
    ),
    mountGuarded(
      send,
      ({ request, c }) =>
        pages.guard(c, async () => {
          const visit = await findVisitor(c, request.param.link)
          return visit ? { admitted: true } : redirect(homeOf(request.param.link))
        }),
      ({ request, c }) =>
        pages.orLater(c, async () => {
          const { link: id } = request.param
          const home = homeOf(id)
          // Checked again after the body was read, because a slow body may take an hour.
          const visit = await findVisitor(c, id)
          const key = textOf(request.form['key'])
          if (!visit || !formKeyHolds(sealer, visit.secret, key)) return redirect(home)
          const sent = await readSent(request.form)
          const language = languageOf(c)
          const wrong = await inShareOf(visit.transaction.tenant, () =>
            answerForm({ deps, visit, language }, sent).catch(orBusy),
          )
          if (wrong === 'busy') return redirect(`${home}?error=serviceBusy`)
          return wrong.length === 0 ? redirect(home) : showAgain(c, visit, sent, wrong)
        }),
    ),
  ]

  /** Shows the typed values with their faults. */
  async function showAgain(
    c: Context,
    { link, secret }: Visit,
    { step, typed }: SentForm,
    faults: readonly ValueFault[],
  ) {
    const scene = await readScene(deps, link.id, secret)
    if (scene.kind !== 'step' || !scene.step.form || scene.step.name !== step)
      return redirect(homeOf(link.id))
    const context = await pages.contextFor(c, scene.visit, secret)
    // A fault within a list is shown at its field, because the whole list is wrong.
    const wrong = new Map(
      faults.map(({ pointer, detail }) => [pointer.split('/')[1] ?? '', detail] as const),
    )
    // A pointer to the whole means that all of it is too large.
    const error = wrong.has('') ? 'formTooLong' : 'formWrong'
    const { form, round } = scene.step
    const page = formPage(
      context,
      { form, round, typed, wrong },
      { error, progress: scene.progress },
    )
    return pages.show(422, renderPage(context, { ...page, isBegun: true }), c)
  }
}

/** The examination or the store of files is unavailable for a moment. */
function orBusy(error: unknown): 'busy' {
  const isAway = error instanceof Problem && (error.code === 'busy' || error.code === 'unavailable')
  if (!isAway) throw error
  return 'busy'
}

const textOf = (field: unknown): string => (typeof field === 'string' ? field : '')

/** A text that was sent twice counts as absent. */
const readSent = async (fields: Readonly<Record<string, unknown>>): Promise<SentForm> => ({
  files: await readFiles(fields, fieldPrefix),
  step: textOf(fields['step']),
  round: Number(textOf(fields['round'])),
  typed: Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith(fieldPrefix) && typeof value === 'string'
        ? [[name.slice(fieldPrefix.length), value]]
        : [],
    ),
  ),
})
