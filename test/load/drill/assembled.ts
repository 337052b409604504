// Assembles the content of the image in a folder outside the clone.
import { execFile } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { assembleImage } from '#tools/assemble-image.ts'
import type { FleetOptions } from '#test/support/process.ts'

const run = promisify(execFile)

export type Assembled = {
  readonly files: number
  readonly bytes: number
  /** The options for starting these processes, which otherwise equal those of the sources. */
  readonly options: FleetOptions
}

/** Includes the engines’ packages if they are requested. */
export async function assemble(
  folder: string,
  sources: FleetOptions,
  names: readonly ('api' | 'worker' | 'engines')[],
): Promise<Assembled> {
  const app = join(folder, 'app')
  const { files, bytes } = await assembleImage(folder)
  await cp(join(folder, 'api'), app, { recursive: true })
  if (names.includes('engines')) await cp(join(folder, 'engines'), app, { recursive: true })
  const compiled = join(app, 'build/compiled')
  await compile(app, compiled, names)
  const options = {
    ...sources,
    bundlePath: join(app, 'build/workflows.js'),
    folder: join(app, 'build/service'),
    ending: 'js',
    environment: { ...sources.environment, NODE_COMPILE_CACHE: compiled },
  } as const
  return { files, bytes, options }
}

/** Fills the compile cache as the Dockerfile does. */
async function compile(app: string, folder: string, names: readonly string[]): Promise<void> {
  await mkdir(folder)
  const files = names.map((name) => join(app, `build/service/${name}.js`))
  const load = `Promise.all(${JSON.stringify(files)}.map((name) => import(name)))`
  await run(process.execPath, ['-e', load], { env: { NODE_COMPILE_CACHE: folder } })
}
