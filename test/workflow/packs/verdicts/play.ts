// A case that is played against the service over HTTP, and what its steps share.
import { setTimeout as sleep } from 'node:timers/promises'
import type { GenerateKeyPairResult } from 'jose'
import type { Answer } from '#test/support/app.ts'
import type { Service } from '#test/support/service.ts'
import { everyScope } from '#test/support/token.ts'
import type { Source } from './sources.ts'

/** What it does is the key that `steps.ts` knows; `of` names a transaction that `as` has named, else the only one. */
export type Step = {
  readonly of?: string
  readonly create?: Readonly<Record<string, unknown>>
  readonly as?: string
  /** The name of its file, on `device` or one of its own; `event`: `none`, or `of` another transaction. */
  readonly selfie?: string
  readonly device?: string
  readonly event?: string
  readonly signals?: object
  readonly document?: string
  readonly ask?: Channel
  readonly answer?: object
  readonly by?: Channel
  readonly purpose?: string
  readonly asked?: 'now'
  readonly link?: readonly string[]
  readonly start?: string
  readonly body?: object
  readonly query?: string
  /** Seconds. */
  readonly wait?: number
  readonly check?: object
  readonly company?: true
  readonly told?: object
  readonly deny?: object
  readonly clock?: string
  readonly decide?: object
  readonly who?: string
  /** Seconds. */
  readonly pause?: number
} & Partial<Source>
export type Channel = 'sms' | 'whatsapp'

/** `id` is its tenant's name too. */
export type Case = {
  readonly id: string
  readonly mode?: 'sandbox' | 'live'
  readonly given?: Readonly<Record<string, string>>
  readonly card?: object
  /** A document, or the name of one of the service's. */
  readonly pack: string | object
  readonly steps: readonly Step[]
}

export type Play = {
  readonly url: string
  readonly tenant: string
  readonly mode: 'sandbox' | 'live'
  readonly values: Map<string, unknown>
  readonly ids: Map<string, string>
  /** Messages that wait for a reply, by transaction and channel. */
  readonly questions: Map<string, string>
  readonly keys: Map<string, GenerateKeyPairResult>
  /** Throws where the answer is none of these; without `expected`, where it is no success. */
  readonly send: (method: string, path: string, body?: unknown, more?: Sending) => Promise<Answer>
  /** The transaction of a step. */
  readonly idOf: (step: Step) => string
}
type Sending = {
  readonly expected?: readonly number[]
  readonly headers?: Record<string, string>
}

export function startPlay(service: Service, tenant: string, mode: Play['mode']): Play {
  const claims = { tenant, mode, scope: everyScope, azp: 'a-program' }
  const ids = new Map<string, string>()
  return {
    url: service.url,
    tenant,
    mode,
    values: new Map(),
    ids,
    questions: new Map(),
    keys: new Map(),
    idOf: ({ of = 'it' }) => ids.get(of) ?? of,
    async send(method, path, body, { expected, headers = {} } = {}) {
      const sent = { claims, headers, ...(body !== undefined && { body }) }
      for (let tries = 1; ; tries += 1) {
        const got = await service.call(method, path, sent)
        if (expected ? expected.includes(got.status) : got.ok) return got
        const place = path.replace(/[\da-f-]{36}/, '…')
        // A busy machine answers some of a crowd so, who ask again.
        if (got.status !== 503 || tries === 50)
          throw new Error(`${got.status} of ${place}: ${await got.text()}`)
        await sleep(200)
      }
    },
  }
}
