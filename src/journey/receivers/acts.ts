// The common parts of the routes of webhooks and endpoints: they find the tenant’s row, change it and write the audit
// row.
import type { Owner } from '#src/journey/transaction/locked.ts'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import type { Db } from '#src/platform/db/client.ts'
import { type AnyAnswer, refuse, reply } from '#src/platform/http/reply.ts'
import type { CallOf, Route } from '#src/platform/http/route.ts'
import { answerOnce } from '#src/platform/idempotency/store.ts'
import { readKey } from '#src/platform/idempotency/read-key.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { usualOverlapSeconds } from './signing-schema.ts'
import type { Made, Receiver, ReceiverStore } from './store.ts'

export type ReceiverDeps = { readonly db: Db; readonly reads: Db; readonly sealer: Sealer }

type ReceiverKind<Row extends Receiver, Shown> = {
  /** The audit actions begin with this word. */
  readonly noun: 'webhook' | 'endpoint'
  readonly store: ReceiverStore<Row>
  /** The name or id by which the API shows the row. */
  readonly nameOf: (row: Row) => string
  readonly toWire: (row: Row) => Shown
}

type AnyCall = Omit<CallOf<Route>, 'request'> & { readonly request: object }
type NamedCall<Json = unknown> = AnyCall & { readonly request: { readonly json: Json } }

export function receiverActs<Row extends Receiver, Shown>(
  { db, reads, sealer }: ReceiverDeps,
  { noun, store, nameOf, toWire }: ReceiverKind<Row, Shown>,
) {
  type Act = 'created' | 'changed' | 'deleted' | 'secret-rotated'
  const audit = (
    tx: Db,
    { principal, requestId }: AnyCall,
    act: Act,
    about: { object: string; details?: Readonly<Record<string, string | number>> },
  ) => writeAudit(tx, byCaller(principal, requestId), { action: `${noun}.${act}`, ...about })

  /** Answers a request whose answer shows a new secret, at most once per Idempotency-Key. */
  const once = <Answer extends AnyAnswer>(
    route: Route,
    call: AnyCall,
    decide: (tx: Db) => Promise<Answer>,
  ): Promise<Answer> =>
    db.transaction((tx) =>
      answerOnce(tx, readKey(sealer, route, call, call.principal), () => decide(tx)),
    )
  const showMade = ({ row, secret }: Made<Row>) => ({
    ...reply(201, toWire(row)),
    secret: { secret },
  })

  return {
    list: async ({ principal }: { readonly principal: Owner }) =>
      reply(200, (await store.list(reads, principal)).map(toWire)),

    async read({ principal }: AnyCall, name: string) {
      const row = await store.find(reads, principal, name)
      return row ? reply(200, toWire(row)) : refuse('not-found')
    },

    /** `make` returns the new row, or the answer that says why it was not created. */
    create: <Answer extends AnyAnswer>(
      route: Route,
      call: AnyCall,
      make: (tx: Db) => Promise<Made<Row> | Answer>,
    ) =>
      once(route, call, async (tx) => {
        const made = await make(tx)
        if (!('row' in made)) return made
        await audit(tx, call, 'created', { object: nameOf(made.row) })
        return showMade(made)
      }),

    /** `mustWait` returns the answer for a change that awaits a second person. */
    change: <Answer extends AnyAnswer = never>(
      call: NamedCall<object>,
      name: string,
      change: (tx: Db, row: Row) => Promise<Row>,
      mustWait?: (tx: Db, row: Row) => Promise<Answer | undefined>,
    ) =>
      db.transaction(async (tx) => {
        const row = await store.lock(tx, call.principal, name)
        if (!row) return refuse('not-found')
        const answer = await mustWait?.(tx, row)
        if (answer) return answer
        const changed = await change(tx, row)
        const details = { changed: Object.keys(call.request.json).join(' ') }
        await audit(tx, call, 'changed', { object: name, details })
        return reply(200, toWire(changed))
      }),

    /** `mustStay` returns the answer for a row that is still in use. */
    delete: <Answer extends AnyAnswer = never>(
      call: AnyCall,
      name: string,
      mustStay?: (tx: Db) => Promise<Answer | undefined>,
    ) =>
      db.transaction(async (tx) => {
        const row = await store.lock(tx, call.principal, name)
        if (!row) return refuse('not-found')
        const refusal = await mustStay?.(tx)
        if (refusal) return refusal
        await store.delete(tx, row)
        await audit(tx, call, 'deleted', { object: name })
        return reply(204)
      }),

    rotateSecret: (
      route: Route,
      call: NamedCall<{ readonly overlapSeconds?: number | undefined } | undefined>,
      name: string,
    ) =>
      once(route, call, async (tx) => {
        const row = await store.lock(tx, call.principal, name)
        if (!row) return refuse('not-found')
        const overlapSeconds = call.request.json?.overlapSeconds ?? usualOverlapSeconds
        const made = await store.rotateSecret(tx, sealer, row, overlapSeconds)
        await audit(tx, call, 'secret-rotated', { object: name, details: { overlapSeconds } })
        return showMade(made)
      }),
  }
}
