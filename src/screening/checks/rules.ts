// The order by which a step of a pack has checks bought: a task executes it, because a task can reserve money and a run
// cannot. Pure.
import type { ModuleCall } from '#src/journey/capabilities/module.ts'
import type { Task } from '#src/journey/transaction/task.ts'

/** Whom the checks are about: the transaction's own person or company, the parties behind it, or both. */
export type About = 'own' | 'parties' | 'both'

export type Order = {
  /** The name of the step that asks. */
  readonly step: string
  /** The services to ask; by default those that the transaction names, or else the usual ones. */
  readonly services?: readonly string[]
  readonly about?: About
  /** Only checks that ended after this count; epoch ms of the transaction's clock. */
  readonly since?: number
  /** Buys services again whose purchase is uncertain. */
  readonly again?: boolean
  /** Asks only about people whom the register alone names, because all others were asked about before. */
  readonly further?: boolean
}

/** Writes an order as text for the journal entry and the key of its task. */
export function writeOrder({ step, services, about, since, again, further }: Order): string {
  const parts = {
    step,
    ...(services && { services: services.join(' ') }),
    ...(about && { about }),
    ...(since !== undefined && { since: String(since) }),
    ...(again && { again: 'true' }),
    ...(further && { further: 'true' }),
  }
  return new URLSearchParams(parts).toString()
}

export function readOrder({ key }: Pick<Task, 'key'>): Order {
  const parts = new URLSearchParams(key.split(':')[3])
  const [services, about, since] = ['services', 'about', 'since'].map((name) => parts.get(name))
  return {
    step: parts.get('step') ?? '',
    ...(services && { services: services.split(' ') }),
    // Safe because only `writeOrder` writes these texts.
    ...(about && { about: about as About }),
    ...(since && { since: Number(since) }),
    ...(parts.has('again') && { again: true }),
    ...(parts.has('further') && { further: true }),
  }
}

/** Whether the step's order is about to be executed; results from before it do not count yet. */
export const isAsking = ({ locked, runId, step }: ModuleCall, name: string): boolean =>
  locked.tasks.some(
    ({ task, ref, key }) => task === name && ref === runId && readOrder({ key }).step === step,
  )
