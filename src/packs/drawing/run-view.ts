// A run for drawings and lists: codes, states and times, without results of modules.
import type { ModuleStep } from '#src/packs/document/pack.ts'
import type { Answers, ModuleState, Rounds } from '#src/packs/document/interpret.ts'
import type { Wording } from './wording.ts'

export type ModuleView = {
  /** The step’s name. */
  readonly step: string
  readonly status: ModuleState
  /** Repeated tries since the start. */
  readonly tries: number
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  /** The time until which the steps after a failed module wait for it to run again. */
  readonly heldUntil: Date | null
  readonly failureCode: string | null
}

/** The values that conditions read, by position: `facts.liveness.spoofs = 0`. */
export type Values = Readonly<Record<string, readonly string[]>>

/** The run that is drawn beside its composition, and the language. */
export type View = { readonly wording: Wording; readonly run?: RunView }

export type RunView = {
  readonly status: 'processing' | 'partial' | 'completed'
  readonly modules: readonly ModuleView[]
  readonly answers: Answers
  readonly rounds: Rounds
  readonly stopReason: string | null
  /** The values that the run has read; absent if the reader may not see them. */
  readonly values?: Values
  /** The positions of table rows whose answers the reader may not see. */
  readonly hidden?: ReadonlySet<string>
}

/** `pending` means not reached, or not reached yet. */
export type StepState = ModuleState | 'stopped'

export const isEnded = ({ status }: RunView): boolean => status !== 'processing'

export const viewOf = ({ modules }: RunView, name: string): ModuleView | undefined =>
  modules.find(({ step }) => step === name)

/** Describes the options of a module step, except its tries. */
export function describeOptions(step: ModuleStep, wording: Wording): string | undefined {
  const { deadlineSeconds, onFailure, optional, fresh, maxAgeSeconds, purpose, send, card } = step
  const asked = [
    optional && wording.optional,
    fresh && wording.fresh,
    maxAgeSeconds !== undefined && wording.maxAge(writeSeconds(maxAgeSeconds)),
    ...Object.entries(step.with ?? {}).map(([name, value]) => `${name}: ${writeOption(value)}`),
    send && wording.sentByRun,
    purpose && wording.withPurpose,
    card,
    deadlineSeconds !== undefined && wording.within(writeSeconds(deadlineSeconds)),
    onFailure === 'fail' && wording.failureEnds,
    onFailure === 'wait' && wording.failureWaits,
  ].filter((one) => typeof one === 'string')
  return asked.length === 0 ? undefined : asked.join(', ')
}

const writeOption = (value: unknown): string =>
  Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : JSON.stringify(value)

/** Describes how a module went in a run: codes and times. */
export function howItDid(module: ModuleView | undefined, wording: Wording): string | undefined {
  if (!module?.startedAt || module.status === 'pending') return undefined
  const { status, startedAt, endedAt, failureCode, heldUntil, tries } = module
  const tried = tries > 0 ? `, ${wording.try(tries + 1)}` : ''
  if (status === 'processing') return wording.since(writeTime(startedAt)) + tried
  const ms = (endedAt ?? startedAt).getTime() - startedAt.getTime()
  const took = writeSeconds(Math.max(0, ms) / 1_000) + tried
  if (status !== 'failed') return took
  const code = failureCode ?? wording.states.failed
  return [code, took, ...(heldUntil ? [wording.held] : [])].join(', ')
}

/** Writes a duration in at most two units: `0.3 s`, `45 s`, `2 min 5 s`, `3 h`, `7 d`. */
export function writeSeconds(seconds: number): string {
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`
  const whole = Math.round(seconds)
  const parts = units.map(([unit, size], at) => {
    const above = units[at - 1]?.[1] ?? Infinity
    return [Math.floor((whole % above) / size), unit] as const
  })
  const first = parts.findIndex(([count]) => count > 0)
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

const writeTime = (at: Date): string => `${at.toISOString().slice(11, 19)} UTC`
