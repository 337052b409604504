import type { Connection } from '@temporalio/client'
import { sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { DatabaseWatch } from '#src/platform/db/watch.ts'
import type { Probes } from '#src/platform/http/health/readiness.ts'

type Servers = {
  readonly probe: Db
  readonly connection: Connection
  readonly databaseWatch: Pick<DatabaseWatch, 'takesWrites'>
}

export function createProbes(
  { probe, connection, databaseWatch }: Servers,
  worker: Probes['worker'],
): Probes {
  return {
    async postgres() {
      await probe.execute(sql`select 1`)
      return true
    },
    async temporal() {
      const service = 'temporal.api.workflowservice.v1.WorkflowService'
      const { status } = await connection.withDeadline(Date.now() + 900, () =>
        connection.healthService.check({ service }),
      )
      return status === 1 // grpc.health.v1.HealthCheckResponse.ServingStatus.SERVING
    },
    writes: () => databaseWatch.takesWrites(),
    worker,
  }
}
