// Builds the workflow bundle that a worker loads with WORKFLOW_BUNDLE: `node src/main/bundle.ts build/workflows.js`.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker'

const workflows = resolve(import.meta.dirname, '../../workflows')
const workflowsPath = join(workflows, 'index.ts')

/**
 * Rejects when a workflow imports what it may not. Runs share the modules, frozen, instead of evaluating them each: none
 * of them may hold anything of a run.
 */
export const bundleWorkflows = () =>
  bundleWorkflowCode({
    workflowsPath,
    preloadModules: [join(workflows, 'preload.ts'), workflowsPath],
    logger: new DefaultLogger('WARN'),
  })

/** Writes the file whole or not at all. Rejects as `bundleWorkflows` does. */
export async function writeBundle(file: string): Promise<void> {
  const { code } = await bundleWorkflows()
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, withoutSources(code))
  await rename(draft, file)
}

/** The SDK takes no bundle without a source map; names and places are enough for its stack traces. */
function withoutSources(code: string): string {
  return code.replace(/(?<=\/\/# sourceMappingURL=data:[^,]*,)[\w+/=]+\s*$/, (map) => {
    // Safe because it is the map that the bundler has written.
    const whole = JSON.parse(Buffer.from(map, 'base64').toString()) as object
    return Buffer.from(JSON.stringify({ ...whole, sourcesContent: [] })).toString('base64')
  })
}

if (import.meta.main) {
  const [file] = process.argv.slice(2)
  if (!file) throw new Error('bundle.ts <file>')
  await writeBundle(file)
}
