// A run as drawings and lists show it: codes, states and times, no result of a module.
import type { Step } from '#workflows/packs/define.ts'
import type { Answers, ModuleState } from '../interpret.ts'

export type ModuleView = {
  readonly module: string
  readonly status: ModuleState
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  readonly failureCode: string | null
}

export type RunView = {
  readonly modules: readonly ModuleView[]
  readonly answers: Answers
  readonly stopReason: string | null
}

/** `pending`: not reached, or not yet. */
export type StepState = ModuleState | 'pending' | 'stopped'

export const stateOf = (run: RunView, module: string): StepState =>
  find(run, module)?.status ?? 'pending'

const find = ({ modules }: RunView, key: string): ModuleView | undefined =>
  modules.find(({ module }) => module === key)

type ModuleStep = Extract<Step, { kind: 'module' }>

/** Of a pack what it asks of a module; of a run how the module did. */
export function noteOf(step: ModuleStep, run: RunView | undefined): string | undefined {
  return run ? howItDid(find(run, step.module)) : whatIsAsked(step)
}

function whatIsAsked({ deadlineSeconds, onFailure }: ModuleStep): string | undefined {
  const asked = [
    deadlineSeconds !== undefined && `within ${writeSeconds(deadlineSeconds)}`,
    onFailure === 'stop' && 'failure stops',
  ].filter((one) => one !== false)
  return asked.length === 0 ? undefined : asked.join(', ')
}

function howItDid(module: ModuleView | undefined): string | undefined {
  if (!module || module.status === 'skipped') return undefined
  const { status, startedAt, endedAt, failureCode } = module
  if (status === 'processing') return startedAt ? `since ${writeTime(startedAt)}` : undefined
  const took =
    startedAt && endedAt
      ? writeSeconds(Math.max(0, endedAt.getTime() - startedAt.getTime()) / 1_000)
      : ''
  return status === 'failed' ? [failureCode ?? 'failed', took].filter(Boolean).join(', ') : took
}

/** `0.3 s`, `45 s`, `2 min 5 s`, `3 h`, `7 d`: two units at most. */
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
