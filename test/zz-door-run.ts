process.on('unhandledRejection', (e) => {
  console.error(e)
  process.exit(1)
})
process.on('uncaughtException', (e) => {
  console.error(e)
  process.exit(1)
})
setTimeout(() => {
  console.error('too long')
  process.exit(1)
}, 240_000).unref()
import { spawn, execFileSync } from 'node:child_process'
import { mkdirSync, chownSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKeyring } from '#src/platform/seal/keys.ts'
import { createCaller } from '#test/support/caller.ts'
import { jwtSecret } from '#test/support/token.ts'
import { startOwnPostgres } from '#test/support/servers/own-postgres.ts'
import { startOwnTemporal } from '#test/support/servers/temporal-server.ts'
import { insist, hold } from './drill/part.ts'
import { takeSelfie, travel } from './drill/travel.ts'

const [which = 'after', times = '3', keep] = process.argv.slice(2)
const sh = (c: string, ...a: string[]) => execFileSync(c, a, { encoding: 'utf8' }).trim()
const pg = await startOwnPostgres()
const temporal = await startOwnTemporal()
mkdirSync('/tmp/door/images', { recursive: true })
chownSync('/tmp/door/images', 1000, 1000)
const images =
  which === 'before'
    ? { api: 'localhost/atesta-before', engines: 'localhost/atesta-before' }
    : { api: 'localhost/atesta', engines: 'localhost/atesta-engines' }
const make = (image: string) => sh('buildah', 'from', '--isolation=chroot', image)
const containers = {
  api: make(images.api),
  worker: make(images.api),
  engines: make(images.engines),
}
mkdirSync('/tmp/door/secrets', { recursive: true })
writeFileSync('/tmp/door/secrets/keyring.json', JSON.stringify(createKeyring()), { mode: 0o600 })
chownSync('/tmp/door/secrets', 1000, 1000)
chownSync('/tmp/door/secrets/keyring.json', 1000, 1000)
const env: Record<string, string> = {
  DATABASE_URL: pg.url,
  TEMPORAL_ADDRESS: temporal.address,
  TEMPORAL_NAMESPACE: 'default',
  HOST: '127.0.0.1',
  KEYRING_FILE: 'secrets/keyring.json',
  JWT_SECRET: jwtSecret,
  IMAGES_FOLDER: '/images',
  LOG_LEVEL: 'info',
  DRAIN_SECONDS: '0',
}
const ports = { api: 9564, worker: 9565, engines: 9566 }
const ending = which === 'before' ? 'src/main/NAME.ts' : 'build/service/NAME.js'
const hz = 100
const boot = Number(/^btime (\d+)/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1])
async function start(name: 'api' | 'worker' | 'engines', sign: string) {
  const file = ending.replace('NAME', name)
  const vars = { ...env, PORT: '3399', METRICS_PORT: String(ports[name]) }
  const args = [
    'run',
    '--isolation=chroot',
    '--network=host',
    '--user',
    'node',
    '--volume',
    '/tmp/door/images:/images',
    '--volume',
    '/tmp/door/secrets:/app/secrets:ro',
    ...Object.entries(vars).flatMap(([k, v]) => ['--env', `${k}=${v}`]),
    containers[name],
    '--',
    'node',
    file,
  ]
  const child = spawn('buildah', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => {
    try {
      execFileSync('pkill', ['-TERM', '-P', String(child.pid)])
    } catch {}
    child.kill()
  })
  const up = Promise.withResolvers<number>()
  createInterface(child.stdout).on('line', (line) => {
    try {
      const l = JSON.parse(line)
      if (l.level >= 40) console.log(line.slice(0, 300))
      if (l.msg === sign) up.resolve(Date.parse(l.time))
    } catch {
      console.log(line)
    }
  })
  child.once('exit', (c) => up.reject(new Error(`exit ${c}`)))
  const at = await up.promise
  const pid = Number(sh('pgrep', '-n', '-f', `^/usr/local/bin/node ${file}`))
  const f = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const up0 = Number(f[19]) / hz
  const uptime = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0])
  const startedAt = Date.now() - (uptime - up0) * 1000
  const seconds = (at - startedAt) / 1000
  const cpu = (Number(f[11]) + Number(f[12])) / hz
  await sleep(1500)
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mb = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1000
  const uid = /^Uid:\s+(\d+)/m.exec(status)?.[1]
  return {
    seconds,
    cpu,
    mb,
    uid,
    pid,
    async end() {
      process.kill(pid, 'SIGTERM')
      await new Promise((d) => child.once('exit', d))
    },
  }
}
// migrate from the image
const t0 = Date.now()
const m = sh(
  'buildah',
  'run',
  '--isolation=chroot',
  '--network=host',
  '--user',
  'node',
  '--env',
  `DATABASE_URL=${pg.url}`,
  containers.api,
  '--',
  'node',
  which === 'before' ? 'src/main/migrate.ts' : 'build/service/migrate.js',
)
console.log('migrate', m, Date.now() - t0, 'ms')
const median = (x: number[]) => x.toSorted((a, b) => a - b)[Math.floor(x.length / 2)]
for (const [name, sign] of [
  ['api', 'API is up'],
  ['worker', 'worker is up'],
  ['engines', 'worker is up'],
] as const) {
  const seen = []
  for (let i = 0; i < Number(times); i++) {
    const one = await start(name, sign)
    seen.push(one)
    await one.end()
  }
  console.log(
    which,
    name,
    'uid',
    seen[0]?.uid,
    'ready',
    median(seen.map((s) => s.seconds))?.toFixed(2),
    's; cpu',
    median(seen.map((s) => s.cpu))?.toFixed(2),
    's; rss',
    median(seen.map((s) => s.mb))?.toFixed(0),
    'MB',
    JSON.stringify(seen.map((s) => [s.seconds.toFixed(2), s.cpu.toFixed(2), s.mb.toFixed(0)])),
  )
}
const all = [
  await start('api', 'API is up'),
  await start('worker', 'worker is up'),
  await start('engines', 'worker is up'),
]
const caller = createCaller('http://127.0.0.1:3399')
const id = await travel(caller)
await takeSelfie(caller, id)
console.log('journey', id, 'and a selfie: done')
for (const path of [
  '/docs',
  '/docs/scalar.js',
  '/sandbox',
  '/packs',
  '/reviews',
  '/openapi.json',
  '/readyz',
])
  await insist(5, async () => hold((await fetch(`http://127.0.0.1:3399${path}`)).ok, path))
console.log(
  (await (await fetch('http://127.0.0.1:9564/metrics')).text())
    .split('\n')
    .filter((l) => /build_info|pool_|object_store.*count/.test(l) && !l.startsWith('#'))
    .join('\n'),
)
console.log(await (await fetch('http://127.0.0.1:9565/readyz')).text())
if (keep) {
  writeFileSync('/tmp/door/keep.json', JSON.stringify({ pids: all.map((a) => a.pid) }))
  await sleep(Number(keep) * 1000)
}
for (const one of all) await one.end()
if (which === 'after') {
  const keys = (...args: string[]) =>
    sh(
      'buildah',
      'run',
      '--isolation=chroot',
      '--network=host',
      '--user',
      'node',
      '--volume',
      '/tmp/door/secrets:/app/secrets',
      ...Object.entries(env).flatMap(([k, v]) => ['--env', `${k}=${v}`]),
      containers.api,
      '--',
      'node',
      'build/service/rotate-keys.js',
      ...args,
    )
  const restart = async () => {
    const two = [await start('api', 'API is up'), await start('worker', 'worker is up')]
    const next = await travel(caller)
    const old = await caller.send('GET', `/v1/transaction/${id}`)
    hold(old.status === 200 && old.body['name'] === 'Ana Exemplo', 'old is not read')
    for (const o of two) await o.end()
    return next
  }
  const added = keys('--add-master')
  console.log(added)
  await restart()
  const kid = /key (\S+?)[. ]/.exec(added)?.[1] ?? ''
  console.log(keys('--use-master', kid))
  await restart()
  console.log(keys())
  await restart()
  console.log('rotation in three steps: journeys between, old data read')
}

for (const c of new Set(Object.values(containers))) sh('buildah', 'rm', c)
await temporal.close()
await pg.close()
process.exit()
