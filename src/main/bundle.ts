// Builds the workflow bundle that a worker loads with WORKFLOW_BUNDLE: `node src/main/bundle.ts build/workflows.js`.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker'

const workflowsPath = resolve(import.meta.dirname, '../../workflows/index.ts')

/** Writes the file whole or not at all. Rejects when a workflow imports what it may not. */
export async function writeBundle(file: string): Promise<void> {
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') })
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, code)
  await rename(draft, file)
}

if (import.meta.main) {
  const [file] = process.argv.slice(2)
  if (!file) throw new Error('bundle.ts <file>')
  await writeBundle(file)
}
