// node tools/assemble-image.ts FOLDER: makes of a clone what the image holds, in FOLDER/api and, what engines have besides, in
// FOLDER/engines. The Dockerfile copies them; `npm run drill -- --only image` starts the processes from there. The hosted
// page and the console are built before (tools/build-capture.mjs, tools/build-console.mjs).
import { cpSync, globSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { writeBundle } from '#src/main/bundle.ts'
import { bundleService, keepNames } from './bundle-service.ts'
import { copyPackages } from './image-packages.ts'

const root = resolve(import.meta.dirname, '..')

/** Bundled, or for who changes them. */
const isLeft = (file: string): boolean =>
  /\.ts$|_snapshot\.json$|tsconfig\.json$|^src\/console\/app\/|^src\/links\/capture\/browser\/|^src\/main\/local\//.test(
    file,
  )

/** Resolves to how many files the service is, and their bytes. */
export async function assembleImage(folder: string): Promise<{ files: number; bytes: number }> {
  const output = await bundleService()
  await writeBundle(join(root, 'build/workflows.js'))
  const api = join(folder, 'api')
  const copy = (name: string) => {
    mkdirSync(dirname(join(api, name)), { recursive: true })
    cpSync(join(root, name), join(api, name), { recursive: true })
  }
  for (const name of ['service', 'capture', 'console', 'workflows.js']) copy(`build/${name}`)
  for (const name of ['package.json', 'LICENSE', 'NOTICE', 'docs/run-book.md']) copy(name)
  for (const file of globSync('{src,workflows}/**/*', { cwd: root, withFileTypes: true })) {
    const name = join(file.parentPath, file.name).slice(root.length + 1)
    if (file.isFile() && !isLeft(name)) copy(name)
  }
  keepNames(api)
  copyPackages('api', join(api, 'node_modules'))
  copyPackages('engines', join(folder, 'engines/node_modules'))
  const chunks = output.flatMap((one) => (one.type === 'chunk' ? one.code : []))
  return {
    files: chunks.length,
    bytes: chunks.reduce((sum, code) => sum + Buffer.byteLength(code), 0),
  }
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new Error('assemble-image.ts FOLDER')
  const began = performance.now()
  const { files, bytes } = await assembleImage(resolve(folder))
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  process.stdout.write(
    `The service is ${files} files of ${(bytes / 1e6).toFixed(1)} MB, in ${seconds} s.\n`,
  )
}
