// Compares the content of the image, in a folder outside the clone, with the sources: the same journeys, and the cost
// of a start. No container engine is needed.
import { readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCaller } from '#test/support/caller.ts'
import { createFleet, type Fleet, type FleetOptions, type Process } from '#test/support/process.ts'
import { assemble } from './assembled.ts'
import { openStage } from '#test/load/stage.ts'
import { hold, insist, type Part, type Say } from './part.ts'
import { takeSelfie, travel } from './travel.ts'

const starts = 3

export const image: Part = {
  name: 'image',
  proves: 'what the image holds is enough, and is ready in half of the time of the sources',
  lacks: async () => (existsSync('/proc/self/stat') ? undefined : 'no /proc on this system'),
  async run(say) {
    await using stage = await openStage()
    const { files, bytes, options } = await assemble(stage.folder, stage.options, [
      'api',
      'worker',
      'engines',
    ])
    say(`the service is ${files} files of ${(bytes / 1e6).toFixed(1)} MB`)
    const sources = await measure(stage.options)
    const bundled = await measure(options)
    tell(say, sources, bundled)
    for (const name of ['api', 'worker'] as const)
      hold(
        bundled[name].cpu < sources[name].cpu / 2,
        `${name}: not in half of the processor's time`,
      )
  },
}

/** Until the process is ready: wall seconds and processor seconds; then its memory in megabytes. */
type Start = { readonly seconds: number; readonly cpu: number; readonly mb: number }
type Starts = Readonly<Record<'api' | 'worker' | 'engines', Start>>

/** Starts the processes one after the other, several times each; the last ones run journeys. */
async function measure(options: FleetOptions): Promise<Starts> {
  await using fleet = createFleet(options)
  const api = await median(() => fleet.startApi())
  const worker = await median(() => fleet.startWorker())
  const engines = await median(() => fleet.startEngines())
  await drive(fleet)
  return { api, worker, engines }
}

async function median(start: () => Promise<Process>): Promise<Start> {
  const seen: Start[] = []
  for (let at = 0; at < starts; at++) {
    const begun = performance.now()
    const one = await start()
    const seconds = (performance.now() - begun) / 1_000
    const cpu = await cpuOf(one.pid)
    await sleep(500)
    seen.push({ seconds, cpu, mb: await megabytesOf(one.pid) })
    await one.kill()
  }
  const middle = (of: (one: Start) => number) =>
    seen.map(of).toSorted((a, b) => a - b)[Math.floor(starts / 2)] ?? Number.NaN
  return {
    seconds: middle((one) => one.seconds),
    cpu: middle((one) => one.cpu),
    mb: middle((one) => one.mb),
  }
}

async function drive(fleet: Fleet): Promise<void> {
  const [api] = await Promise.all([fleet.startApi(), fleet.startWorker(), fleet.startEngines()])
  const caller = createCaller(api.url)
  await takeSelfie(caller, await travel(caller))
  for (const path of [
    '/docs',
    '/docs/scalar/standalone.esm.js',
    '/sandbox',
    '/packs',
    '/console/reviews',
    '/openapi.json',
  ])
    await insist(5, async () =>
      hold((await fetch(`${api.url}${path}`)).ok, `${path} is not served`),
    )
}

/** Seconds of processor time, in the kernel’s resolution of hundredths. */
async function cpuOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function megabytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_000
}

function tell(say: Say, sources: Starts, bundled: Starts): void {
  const show = ({ seconds, cpu, mb }: Start) =>
    `ready in ${seconds.toFixed(2)} s, ${cpu.toFixed(2)} s of the processor, ${mb.toFixed(0)} MB`
  for (const name of ['api', 'worker', 'engines'] as const) {
    say(`${name.padEnd(7)} sources: ${show(sources[name])}`)
    say(`${''.padEnd(7)}   image: ${show(bundled[name])}`)
  }
}
