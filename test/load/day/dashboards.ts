// `npm run drill -- --only dashboards --messages 3000 --folder FOLDER`: runs the simulated day and a service beside it
// under a real Prometheus, and draws each dashboard of deploy/grafana; a panel without data sets the exit code 1.
// Grafana is not needed: the panels’ queries are run as it runs them, and drawn plainly.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { freePort } from '#src/main/local/ports.ts'
import { always, findBrowser } from '#test/support/browser/chromium.ts'
import { drawDashboard, type Dashboard } from './draw.ts'
import { startService } from './service.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '3000' },
    tenants: { type: 'string', default: '4' },
    processes: { type: 'string', default: '2' },
    folder: { type: 'string', default: 'dashboards' },
  },
})
const grafana = resolve(import.meta.dirname, '../../../deploy/grafana')
const scratch = await mkdtemp(join(tmpdir(), 'atesta-dashboards-'))
const first = 19_464
const own = Array.from({ length: Number(values.processes) }, (_, at) => `127.0.0.1:${first + at}`)
const ports = [await freePort(), await freePort(), await freePort()] as const
const others = ports.map((port) => `127.0.0.1:${port}`)
const config = join(scratch, 'prometheus.yml')
await writeFile(
  config,
  JSON.stringify({
    global: { scrape_interval: '1s' },
    scrape_configs: [
      { job_name: 'day', static_configs: [{ targets: own }] },
      { job_name: 'service', static_configs: [{ targets: others }] },
    ],
  }),
)
const address = `127.0.0.1:${await freePort()}`
const prometheus = spawn(
  'prometheus',
  [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(scratch, 'data')}`,
    `--web.listen-address=${address}`,
  ],
  { stdio: 'ignore' },
)
try {
  const began = Date.now() / 1_000
  const service = await startService(ports)
  const size = ['messages', 'tenants', 'processes'] as const
  const asked = size.flatMap((name) => [`--${name}`, values[name]])
  const entry = resolve(import.meta.dirname, 'main.ts')
  const day = spawn(process.execPath, [entry, ...asked, '--metrics', String(first)], {
    stdio: 'inherit',
  })
  const [code] = await once(day, 'exit')
  if (code !== 0) process.exitCode = 1
  // Runs and links are counted once a minute, and a chart needs some points.
  await sleep(Math.max(0, (began + 200) * 1_000 - Date.now()))
  await service.close()
  await sleep(1_000)
  const span = { start: began, end: Date.now() / 1_000, step: 1 }
  const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: [...always] })
  await mkdir(values.folder, { recursive: true })
  for (const file of ['messages.json', 'service.json', 'verdicts.json']) {
    // Safe because the dashboards are ours, and a test checks them with a schema.
    const dashboard = JSON.parse(await readFile(join(grafana, file), 'utf8')) as Dashboard
    const { html, empty } = await drawDashboard(dashboard, `http://${address}`, span)
    const page = await browser.newPage({ viewport: { width: 1_400, height: 800 } })
    await page.setContent(html)
    const picture = join(values.folder, file.replace('.json', '.png'))
    await page.screenshot({ path: picture, fullPage: true })
    console.log(`${picture}: ${dashboard.panels.length} panels, ${empty.length} without data`)
    for (const title of empty) console.log(`  no data: ${title}`)
    if (empty.length > 0) process.exitCode = 1
  }
  await browser.close()
} finally {
  prometheus.kill('SIGTERM')
  await once(prometheus, 'exit')
  await rm(scratch, { recursive: true, force: true })
}
