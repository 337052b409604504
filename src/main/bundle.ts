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
