// Builds the workflow bundle that a worker loads with WORKFLOW_BUNDLE: `node src/main/bundle.ts build/workflows.js`.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker'

const workflows = resolve(import.meta.dirname, '../../workflows')
const workflowsPath = join(workflows, 'index.ts')

/**
 * Rejects when a workflow imports a forbidden module. The runs share one frozen evaluation of the modules, so no module
 * may hold state of a run.
 */
export const bundleWorkflows = () =>
  bundleWorkflowCode({
    workflowsPath,
    preloadModules: [join(workflows, 'preload.ts'), workflowsPath],
    logger: new DefaultLogger('WARN'),
  })

/** Writes the file atomically. Rejects as `bundleWorkflows` does. */
export async function writeBundle(file: string): Promise<void> {
  const { code } = await bundleWorkflows()
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, withoutSources(code))
  await rename(draft, file)
}

/**
 * Removes the sources from the source map: the SDK requires a map, but its stack traces need only names and positions.
 */
function withoutSources(code: string): string {
  return code.replace(/(?<=\/\/# sourceMappingURL=data:[^,]*,)[\w+/=]+\s*$/, (map) => {
    // Safe because the bundler has written the map.
    const whole = JSON.parse(Buffer.from(map, 'base64').toString()) as object
    return Buffer.from(JSON.stringify({ ...whole, sourcesContent: [] })).toString('base64')
  })
}

if (import.meta.main) {
  const [file] = process.argv.slice(2)
  if (!file) throw new Error('bundle.ts <file>')
  await writeBundle(file)
}
