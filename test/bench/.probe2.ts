import { openStage } from './stage.ts'
import { startService, settle } from './service.ts'
import { journey } from './journeys.ts'
import { startBare } from './bare/journey.ts'
import { createLatencies, drive, p50 } from './load.ts'
import { readCpuMs } from './proc.ts'
await using stage = await openStage()
await using service = await startService(stage)
await using bare = await startBare(stage)
const N = Number(process.argv[2] ?? 60), R = Number(process.argv[3] ?? 2)
const groups = { postgres: [stage.pids[0]], temporal: [stage.pids[1]], api: [service.api.pid], worker: [service.worker.pid], bareWorker: [bare.worker.pid], load: [process.pid] }
const read = () => Object.fromEntries(Object.entries(groups).map(([k,p])=>[k, k==='load' ? process.cpuUsage().user/1e3+process.cpuUsage().system/1e3 : readCpuMs(p)]))
await drive(10, 20, () => journey(service.client, createLatencies().clock))
await drive(10, 20, () => bare.journey(createLatencies().clock))
await settle(stage)
for (let r=0;r<R;r++) for (const [name, go] of [['ours', (c)=>journey(service.client,c)], ['bare', (c)=>bare.journey(c)]]) {
  const rec = createLatencies()
  const st = await stage.sql`select sum(calls) n from pg_stat_statements`.catch(()=>[{n:0}])
  const a = read(), t = process.hrtime.bigint()
  const s = await drive(20, N, () => go(rec.clock)); await settle(stage)
  const b = read()
  const d = Object.fromEntries(Object.keys(a).map(k=>[k, +((b[k]-a[k])/N).toFixed(1)]))
  console.log(name, (N/s).toFixed(1)+'/s', JSON.stringify(d), [...rec.latencies.keys()].map(k=>k+' '+p50(rec.latencies,k).toFixed(0)).join(' '))
}
process.exit()
