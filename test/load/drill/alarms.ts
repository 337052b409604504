// Tests each fault under a real Prometheus with the rules of deploy/prometheus: whether its alert fires within two
// minutes, whether a misleading alert fires, and whether all are silent after the repair.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, faults } from './alarms-faults.ts'
import { openWatched, type Watched } from './alarms-stage.ts'
import { hold, insist, type Part } from './part.ts'
import { lacksPrometheus } from '#test/load/prometheus.ts'

const withinMs = 120_000
/** How long further alerts are awaited, which would mislead. */
const listenMs = 20_000
const quietSeconds = 300
/** The time until everything was measured, and the rules’ look-back has passed. */
const settleMs = 15_000

export const alarms: Part = {
  name: 'alarms',
  proves: 'what takes the service down rings within two minutes, and stops when it is repaired',
  lacks: lacksPrometheus,
  async run(say, only) {
    await using watched = await openWatched()
    await untilWell(watched)
    const faulty: string[] = []
    say('fault | pages, seconds after it | tickets | 5xx | quiet again after')
    for (const fault of faults.filter(
      ({ name }) => only?.some((one) => name.includes(one)) ?? true,
    )) {
      const lacking = fault.lacks?.(watched)
      if (lacking !== undefined) {
        say(`${fault.name} | skipped: ${lacking}`)
        continue
      }
      const tried = await tryFault(watched, fault)
      say(tried.line)
      faulty.push(...tried.faults.map((one) => `${fault.name}: ${one}`))
    }
    for (const one of faulty) say(`! ${one}`)
    hold(faulty.length === 0, `${faulty.length} do not hold`)
  },
}

async function untilWell({ prometheus }: Watched): Promise<void> {
  for (const series of [
    'temporal_num_pollers{poller_type="workflow_task"} > 0',
    'atesta_agenda_oldest_overdue_seconds',
    'atesta_engine_hosts > 0',
    'atesta_messages_sent_total{outcome="accepted"} > 0',
  ])
    await insist(120, () => prometheus.sees(series))
  await sleep(settleMs)
  await insist(60, () => isQuiet({ prometheus }))
}

/** Requires that no page fires; a ticket may look back further. */
async function isQuiet({ prometheus }: Pick<Watched, 'prometheus'>): Promise<void> {
  const heard = [...(await prometheus.alarms()).values()]
  const pages = heard.filter(({ severity }) => severity === 'page').map(({ name }) => name)
  hold(pages.length === 0, `${pages.join(', ')} still rings`)
}

async function tryFault(
  watched: Watched,
  fault: Fault,
): Promise<{ line: string; faults: string[] }> {
  watched.answered()
  const repair = await fault.begin(watched)
  const begun = Date.now()
  const heard = await listen(watched, fault, begun)
  const { all, failed } = watched.answered()
  await repair()
  const repairedAt = Date.now()
  const quiet = await insist(quietSeconds, () => isQuiet(watched)).then(
    () => undefined,
    (error: unknown) => String(error),
  )
  const pages = [...heard].filter(([, { severity }]) => severity === 'page')
  const missing = fault.rings.filter((name) => (heard.get(name)?.atMs ?? Infinity) > withinMs)
  const known = [...fault.rings, ...(fault.mayRing ?? [])]
  const astray = pages.map(([name]) => name).filter((name) => !known.includes(name))
  const list = (some: readonly (readonly [string, Heard])[]) =>
    some.map(([name, { atMs }]) => `${name} ${seconds(atMs)}`).join(', ') || '-'
  const tickets = [...heard].filter(([, { severity }]) => severity !== 'page')
  const end = quiet === undefined ? seconds(Date.now() - repairedAt) : 'not'
  return {
    line: [fault.name, list(pages), list(tickets), `${failed}/${all}`, end].join(' | '),
    faults: [
      ...missing.map((name) => `${name} does not ring within ${seconds(withinMs)} s`),
      ...astray.map((name) => `${name} leads astray`),
      ...(quiet === undefined ? [] : [quiet]),
    ],
  }
}

type Heard = { readonly atMs: number; readonly severity: string }

/**
 * Waits until all expected alerts fire, and a little longer; resolves to the firing ones with the time at which each
 * was first seen.
 */
async function listen(
  { prometheus }: Watched,
  { rings }: Fault,
  begun: number,
): Promise<ReadonlyMap<string, Heard>> {
  const heard = new Map<string, Heard>()
  let until = begun + withinMs
  while (Date.now() < until) {
    for (const [name, { severity, state }] of await prometheus.alarms())
      if (state === 'firing' && !heard.has(name))
        heard.set(name, { atMs: Date.now() - begun, severity })
    if (rings.every((name) => heard.has(name)))
      until = Math.min(until, lastOf(heard, begun) + listenMs)
    await sleep(500)
  }
  return heard
}

const lastOf = (heard: ReadonlyMap<string, Heard>, begun: number): number =>
  begun + Math.max(...[...heard.values()].map(({ atMs }) => atMs))

const seconds = (ms: number): string => (ms / 1_000).toFixed(0)
