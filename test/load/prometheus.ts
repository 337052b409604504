// A real Prometheus that scrapes the processes of a drill and evaluates the rules of deploy/prometheus.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { freePort } from '#src/main/local/ports.ts'
import { hold, insist } from './drill/part.ts'

const rules = resolve(import.meta.dirname, '../../deploy/prometheus/rules.yml')

const Alerts = z.object({
  data: z.object({
    alerts: z.array(
      z.object({
        labels: z.object({ alertname: z.string(), severity: z.string() }),
        state: z.enum(['pending', 'firing']),
      }),
    ),
  }),
})

const Found = z.object({ data: z.object({ result: z.array(z.unknown()) }) })

export type Alarm = {
  readonly name: string
  readonly severity: string
  readonly state: 'pending' | 'firing'
}

export type Prometheus = {
  /** Rejects when the series does not exist. */
  sees(series: string): Promise<void>
  /** The pending and firing alerts by name, with the furthest state of each. */
  alarms(): Promise<ReadonlyMap<string, Alarm>>
  close(): Promise<void>
}

export const lacksPrometheus = async (): Promise<string | undefined> =>
  spawnSync('prometheus', ['--version']).status === 0 ? undefined : 'there is no prometheus'

/** `every`: the interval of scraping and evaluation. */
export async function startPrometheus(
  folder: string,
  ports: readonly number[],
  every: string,
): Promise<Prometheus> {
  const config = join(folder, 'prometheus.yml')
  const targets = ports.map((port) => `127.0.0.1:${port}`)
  await writeFile(
    config,
    JSON.stringify({
      global: { scrape_interval: every, scrape_timeout: '4s', evaluation_interval: every },
      rule_files: [rules],
      scrape_configs: [{ job_name: 'atesta', static_configs: [{ targets }] }],
    }),
  )
  const address = `127.0.0.1:${await freePort()}`
  const data = join(folder, 'prometheus')
  const child = spawn(
    'prometheus',
    [`--config.file=${config}`, `--storage.tsdb.path=${data}`, `--web.listen-address=${address}`],
    { stdio: 'ignore' },
  )
  const ask = async (path: string) => (await fetch(`http://${address}${path}`)).json()
  await insist(30, () => ask('/api/v1/query?query=up'))
  return {
    async sees(series) {
      const query = `/api/v1/query?query=${encodeURIComponent(series)}`
      const { data: found } = Found.parse(await ask(query))
      hold(found.result.length > 0, `there is no ${series}`)
    },
    async alarms() {
      const { data: all } = Alerts.parse(await ask('/api/v1/alerts'))
      const found = all.alerts.map(({ labels, state }) => ({
        name: labels.alertname,
        severity: labels.severity,
        state,
      }))
      // Firing alerts come last, so that they replace pending ones of the same name.
      const inOrder = found.toSorted((a) => (a.state === 'firing' ? 1 : -1))
      return new Map(inOrder.map((one) => [one.name, one]))
    },
    async close() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}
