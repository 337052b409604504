import { openStage } from './stage.ts'
import { startService, settle } from './service.ts'
import { startBare } from './bare/journey.ts'
import { journey } from './journeys.ts'
import { createLatencies, drive } from './load.ts'
{
await using stage = await openStage()
await using service = await startService(stage)
await using bare = await startBare(stage)
await drive(10, 20, () => journey(service.client, createLatencies().clock))
await drive(20, 150, () => journey(service.client, createLatencies().clock))
await settle(stage)
await drive(20, 150, () => bare.journey(createLatencies().clock))
}
process.exit()
