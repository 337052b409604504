import { openStage } from './stage.ts'
import { startService, settle } from './service.ts'
import { journey } from './journeys.ts'
import { createLatencies } from './load.ts'
import { Client, Connection } from '@temporalio/client'
await using stage = await openStage()
await using service = await startService(stage)
const rec = createLatencies()
for (let i=0;i<3;i++) await journey(service.client, rec.clock)
await settle(stage)
await new Promise(r=>setTimeout(r,500))
console.log(rec.latencies)
const connection = await Connection.connect({ address: stage.temporalAddress })
const client = new Client({connection})
const rows = await stage.sql`select id from transaction order by created_at desc limit 1`
const h = await client.workflow.getHandle('transaction/'+rows[0].id).fetchHistory()
let t0
for (const e of h.events) { const t = Number(e.eventTime.seconds)*1000+e.eventTime.nanos/1e6; t0??=t; console.log((t-t0).toFixed(0).padStart(6), e.eventId+'', Object.keys(e).filter(k=>k.endsWith('Attributes'))[0], e.markerRecordedEventAttributes? Buffer.from(e.markerRecordedEventAttributes.details?.data?.payloads?.[0]?.data??'').toString().slice(0,120):'', e.timerStartedEventAttributes ? e.timerStartedEventAttributes.timerId:'') }
console.log(await stage.sql`select seq,kind,at from journal where transaction_id=${rows[0].id} order by seq`)
await connection.close()
process.exitCode=0
