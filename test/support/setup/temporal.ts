// Starts once per run a Temporal server with its data in memory, and builds the workflow bundle and the processes as in
// the image.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { freePort } from '#src/main/local/ports.ts'
import { readSettings } from '#src/main/local/settings.ts'
import { startTemporal } from '#src/main/local/temporal.ts'
import { findTemporal } from '#src/main/local/temporal-binary.ts'
import { bundleService } from '#tools/bundle-service.ts'
import { built } from '#test/support/process.ts'
import { setup as setupBundle } from './bundle.ts'
import { share } from './share.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** `127.0.0.1:port` of the test server. */
    temporalAddress: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const releaseBundle = await setupBundle(project)
  const service = await share('service', buildService)
  const { value, release } = await share('temporal', startServer)
  project.provide('temporalAddress', value)
  return async () => {
    await release()
    await service.release()
    await releaseBundle()
  }
}

async function startServer() {
  // oxlint-disable-next-line node/no-process-env -- where the machine keeps the Temporal binary
  const binary = await findTemporal(readSettings(process.env).cache)
  const home = await mkdtemp(join(tmpdir(), 'atesta-temporal-'))
  const plan = { binary, home, port: await freePort(), uiPort: undefined, inMemory: true }
  const { address, child } = await startTemporal(plan)
  const close = async () => {
    await child.end()
    await rm(home, { recursive: true, force: true })
  }
  return { value: address, close }
}

/**
 * Builds the processes, and loads each one once in a process that exits normally, because only then Node writes its
 * compile cache.
 */
async function buildService() {
  await bundleService()
  const mains = ['api', 'worker', 'engines'].map((name) =>
    join(built.folder, `${name}.${built.ending}`),
  )
  const load = `await Promise.all(${JSON.stringify(mains)}.map((each) => import(each)));process.exit()`
  // oxlint-disable-next-line node/no-process-env -- Node itself reads this variable
  if (process.env['NODE_COMPILE_CACHE'])
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', load])
  return { value: undefined, close: async () => undefined }
}
