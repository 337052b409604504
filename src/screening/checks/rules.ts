// How a step of a pack orders what is bought: by a task, because a task can set money aside and a run cannot. Pure.
import type { ModuleCall } from '#src/journey/capabilities/module.ts'
import type { Task } from '#src/journey/transaction/task.ts'

/** Whom a check is about: the transaction's own person or company, the parties behind it, or both. */
export type About = 'own' | 'parties' | 'both'

export type Order = {
  /** The name of the step that asks. */
  readonly step: string
  /** The services to ask; by default those that the transaction names, or else the usual ones. */
  readonly services?: readonly string[]
  readonly about?: About
  /** What has ended before it does not count; epoch ms of the transaction's clock. */
  readonly since?: number
  /** Services of which nobody knows whether they were bought are bought again. */
  readonly again?: boolean
  /** Only about whom the register alone names: all else was asked for before. */
  readonly further?: boolean
}

/** As an entry and the key of its task bear it. */
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
    // Safe because `writeOrder` alone has written it.
    ...(about && { about: about as About }),
    ...(since && { since: Number(since) }),
    ...(parts.has('again') && { again: true }),
    ...(parts.has('further') && { further: true }),
  }
}

/** What a step needs is about to be asked for: what has ended before says nothing yet. */
export const isAsking = ({ locked, runId, step }: ModuleCall, name: string): boolean =>
  locked.tasks.some(
    ({ task, ref, key }) => task === name && ref === runId && readOrder({ key }).step === step,
  )
