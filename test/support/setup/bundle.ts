// Builds the workflow bundle once per run, for workers and replays.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { writeBundle } from '#src/main/bundle.ts'
import { share } from './share.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file of the workflow bundle: `workflowBundle: { codePath }`. */
    bundlePath: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { value, release } = await share('bundle', makeBundle)
  project.provide('bundlePath', value)
  return release
}

async function makeBundle() {
  const folder = await mkdtemp(join(tmpdir(), 'atesta-bundle-'))
  const value = join(folder, 'workflows.js')
  await writeBundle(value)
  return { value, close: () => rm(folder, { recursive: true, force: true }) }
}
