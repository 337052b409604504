// Searches yente, the matching API of OpenSanctions: lists of sanctions and of politically exposed persons.
import { z } from 'zod'
import type { CheckOutcome } from '#src/screening/orders/port.ts'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import type { ListKind, ListMatch } from '#src/screening/wire/schema.ts'
import { exchange } from '#src/journey/calls/http.ts'
import { createListAge, toAge } from '#src/vendors/parts/list-age.ts'
import { reachOf } from '#src/journey/calls/connector.ts'
import type { HttpResponse } from '#src/vendors/parts/outcome.ts'
import { ask, readBody, toRefusal, unreadable } from '#src/vendors/parts/check-answer.ts'
import { defineCheckVendor } from '#src/vendors/parts/check-vendor.ts'
import { secret } from '#src/vendors/parts/account-fields.ts'
import { Entity, toMatch } from './entity.ts'

const services = ['Sanctions', 'Pep'] as const
/** The topics to search for, so that entities of other topics take no place among the results. */
const topicsOf = {
  Sanctions: [
    'sanction', 'sanction.linked', 'sanction.control', 'sanction.counter', 'debarment', 'wanted',
    'crime', 'crime.boss', 'crime.fin', 'crime.fraud', 'crime.cyber', 'crime.env', 'crime.terror',
    'crime.theft', 'crime.traffick', 'crime.traffick.drug', 'crime.traffick.human', 'crime.war',
  ],
  Pep: ['role.pep', 'role.pep.frmr', 'role.pep.intl', 'role.pep.natl', 'role.rca'],
} as const satisfies Record<(typeof services)[number], readonly string[]> // prettier-ignore
const kindsOf = {
  Sanctions: ['sanction', 'debarment', 'wanted'],
  Pep: ['exposed'],
} as const satisfies Record<(typeof services)[number], readonly ListKind[]>
/** The catalogue of the operator's own server or of the hosted one. */
const Catalogue = z.object({
  datasets: z.array(
    z.object({
      name: z.string(),
      version: z.string().min(1).max(1_000).nullish(),
      updated_at: z.string().nullish(),
      last_export: z.string().nullish(),
    }),
  ),
})
const Matched = z.object({
  responses: z.object({ q: z.object({ status: z.int(), results: z.array(Entity) }) }),
})

const isService = (name: string): name is (typeof services)[number] =>
  services.some((one) => one === name)

/**
 * Values are lists; undefined when there is no name to search by. The nationality is left out, because anybody can have
 * a CPF.
 */
function toQuery(request: CheckRequest) {
  if (request.port !== 'person-check' && request.port !== 'company-check') return undefined
  const { name, document } = request.subject
  if (!name) return undefined
  const properties = { name: [name], ...(document && { taxNumber: [document] }) }
  if (request.port === 'company-check') {
    const { openingDate } = request.subject
    const date = openingDate && { incorporationDate: [openingDate] }
    // A company with a CNPJ is Brazilian.
    const home = document && { jurisdiction: ['br'] }
    return { schema: 'Company', properties: { ...properties, ...home, ...date } }
  }
  const { birthdate, mothersName, fathersName, passport, rnm } = request.subject
  return {
    schema: 'Person',
    properties: {
      ...properties,
      ...(passport && { passportNumber: [passport] }),
      ...(rnm && { idNumber: [rnm] }),
      ...(birthdate && { birthDate: [birthdate] }),
      ...(mothersName && { motherName: [mothersName] }),
      ...(fathersName && { fatherName: [fathersName] }),
    },
  }
}

type Asked = { readonly service: string; readonly dataset: string }

function readAnswer(answer: HttpResponse, { service, dataset }: Asked): CheckOutcome {
  // On the hosted server this answer without a time means that the month's quota is used up.
  if (answer.status === 429 && answer.retryAfterMs === undefined)
    return { kind: 'rejected', class: 'account', code: 'yente-quota' }
  // The server lacks the dataset or algorithm, which says nothing about the subject.
  if (answer.status === 400 || answer.status === 422)
    return { kind: 'rejected', class: 'account', code: `yente-http-${answer.status}` }
  if (answer.status !== 200) return toRefusal('yente', answer)
  const response = readBody(Matched, answer.body)?.responses.q
  if (!response || response.status !== 200) return unreadable
  const matches = response.results.map(toMatch).filter((one) => isAboutService(service, one))
  return { kind: 'answered', answer: { matches, searched: [dataset] } }
}

/** Topics that say what somebody is, and not why the person is listed (followthemoney 4.9.2, types/topic.py). */
const describing = /^(?:fin|gov|mil|pol|rel|role)(?:\.|$)/

/**
 * Whether a match belongs to the service: a politically exposed person is not sanctioned, and the reverse. Unknown
 * topics count.
 */
const isAboutService = (service: string, { topics }: ListMatch): boolean =>
  service === 'Pep'
    ? topics.some((topic) => /^role\.(?:pep|rca)/.test(topic))
    : topics.length === 0 || !topics.every((topic) => describing.test(topic))

/** A server with OpenSanctions' matching API: the operator's own, or the hosted one with its key. */
export const yente = defineCheckVendor({
  name: 'yente',
  fields: {
    baseUrl: z.url({ protocol: /^https?$/ }),
    dataset: z
      .string()
      .regex(/^[a-z0-9_]{1,100}$/)
      .default('default'),
    apiKey: secret.exactOptional(),
    /** The least score with which an entry counts as a match. */
    threshold: z.number().min(0).max(1).default(0.7),
    algorithm: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/)
      .exactOptional(),
    /** The hosted server bills each query, so its accounts should say `never`. */
    repeat: z.enum(['safe', 'never']).default('safe'),
  },
  open(options) {
    const { repeat, timeoutMs, apiKey, dataset } = options
    const base = options.baseUrl.replace(/\/+$/, '')
    const catalogue = new URL(`${base}/catalog`)
    const url = new URL(`${base}/match/${dataset}`)
    url.searchParams.set('threshold', String(options.threshold))
    url.searchParams.set('limit', '50')
    if (options.algorithm) url.searchParams.set('algorithm', options.algorithm)
    const limits = { totalMs: timeoutMs, reach: reachOf([url], options.privateHosts) }
    const headers = {
      'content-type': 'application/json',
      ...(apiKey !== undefined && { authorization: `ApiKey ${apiKey}` }),
    }
    const age = createListAge(async (signal) => {
      const found = await exchange({ method: 'GET', url: catalogue, headers, signal }, limits)
      const known =
        found.kind === 'answer' && found.status === 200
          ? readBody(Catalogue, found.body)?.datasets.find(({ name }) => name === dataset)
          : undefined
      return known && toAge(known.version, known.updated_at ?? known.last_export)
    })
    return {
      repeat,
      offers: (port, service) =>
        (port === 'person-check' || port === 'company-check') && isService(service),
      covers: (service) => (isService(service) ? kindsOf[service] : undefined),
      async buy(request, { signal }) {
        const query = toQuery(request)
        if (!query || !isService(request.service))
          return { kind: 'rejected', class: 'input', code: 'yente-no-name' }
        const body = JSON.stringify({ queries: { q: query } })
        const asked = new URL(url)
        for (const topic of topicsOf[request.service]) asked.searchParams.append('topics', topic)
        const outcome = await ask(
          { method: 'POST', url: asked, headers, body, signal },
          limits,
          (answer) => readAnswer(answer, { service: request.service, dataset }),
        )
        return age.add(outcome, signal)
      },
    }
  },
})
