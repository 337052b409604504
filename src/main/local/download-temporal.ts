// Run as a process: download-temporal.ts <empty folder> <CLI release>. Downloads the program into the folder.
import { DefaultLogger, Runtime } from '@temporalio/worker'
import { TestWorkflowEnvironment } from '@temporalio/testing'

const [downloadDir, version] = process.argv.slice(2)
if (!downloadDir || !version) throw new Error('download-temporal.ts <folder> <release>')

Runtime.install({ logger: new DefaultLogger('ERROR') })
const executable = { type: 'cached-download' as const, downloadDir, version }
const environment = await TestWorkflowEnvironment.createLocal({ server: { executable } })
await environment.teardown()
