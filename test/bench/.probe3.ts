import { readFileSync } from 'node:fs'
import { openStage } from './stage.ts'
import { startService, settle } from './service.ts'
import { journey } from './journeys.ts'
import { createLatencies, drive } from './load.ts'
await using stage = await openStage()
await using service = await startService(stage)
await drive(5, 20, () => journey(service.client, createLatencies().clock))
await settle(stage)
await stage.sql`alter system set log_min_duration_statement = 0`.simple()
await stage.sql`alter system set log_line_prefix = '%a|'`.simple()
await stage.sql`alter system set log_error_verbosity = default`.simple()
await stage.sql`select pg_reload_conf()`
const N = 10
await new Promise(r=>setTimeout(r,300))
for (let i=0;i<N;i++) await journey(service.client, createLatencies().clock)
await settle(stage)
await stage.sql`alter system set log_min_duration_statement = -1`.simple()
await stage.sql`select pg_reload_conf()`
const log = readFileSync(stage.home + '/postgres.log','utf8')
const counts = new Map(), dur = new Map()
for (const m of log.matchAll(/^(.*?)\|LOG:  duration: ([\d.]+) ms  (execute|parse|bind|statement)[^:]*: ([\s\S]*?)(?=\n\S*\|)/gm)) {
  const key = `${m[1].slice(0,14).padEnd(14)} ${m[3].padEnd(9)} ${m[4].replace(/\s+/g,' ').replace(/"/g,'').slice(0,110)}`
  counts.set(key, (counts.get(key)??0)+1); dur.set(key, (dur.get(key)??0)+Number(m[2]))
}
const rows = [...counts].filter(([k])=>!k.startsWith('postgres.js')).toSorted((a,b)=>b[1]-a[1])
let tot=0; for (const [k,n] of rows) { tot+=n; console.log((n/N).toFixed(1).padStart(6), (dur.get(k)/N).toFixed(2).padStart(7), k) }
console.log('total', tot/N, 'ms', [...dur.values()].reduce((a,b)=>a+b,0)/N)
process.exit()
