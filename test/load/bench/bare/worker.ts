// The worker of the bare journey, a separate process.
import { join } from 'node:path'
import {
  bundleWorkflowCode,
  DefaultLogger,
  NativeConnection,
  Runtime,
  Worker,
} from '@temporalio/worker'
import postgres from 'postgres'
import { readConfig } from '#src/main/config/config.ts'
import { createBareActivities } from './activities.ts'
import { createTwoFactorActivities } from './two-factor-activities.ts'

// oxlint-disable-next-line node/no-process-env -- a process of its own
const config = readConfig(process.env)
const logger = new DefaultLogger('WARN')
Runtime.install({ logger })
const sql = postgres(config.DATABASE_URL, { max: config.DATABASE_POOL })
const connection = await NativeConnection.connect({ address: config.TEMPORAL_ADDRESS ?? '' })
const worker = await Worker.create({
  connection,
  taskQueue: config.TEMPORAL_TASK_QUEUE,
  workflowBundle: await bundleWorkflowCode({
    workflowsPath: join(import.meta.dirname, 'workflow.ts'),
    logger,
  }),
  activities: { ...createBareActivities(sql), ...createTwoFactorActivities(sql, config.MESSAGING) },
  maxCachedWorkflows: 2_000,
  maxConcurrentWorkflowTaskExecutions: 40,
})
await worker.run()
