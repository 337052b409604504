// node tools/bundle-service.mjs: the processes and commands of the image as some files in build/service, by which a start
// reads ten files and not two thousand. It is the same program as `node src/main/api.ts`, whose files stay where they are.
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'

const root = resolve(import.meta.dirname, '..')
const target = join(root, 'build/service')

/** Native code, and packages that look for files of their own: they stay in node_modules (`keep` in the Dockerfile). */
const outside =
  /^(sharp|piscina|tesseract\.js|zxing-wasm|pino-pretty|@tensorflow\/.+|@vladmandic\/.+)(\/.*)?$/

/** The Temporal SDK bundles workflows by these; the image has the bundle. */
const bundlers = new Set(['webpack', 'memfs', 'unionfs'])
const noBundler = '\0no-bundler'

/** What runs in a process or a thread of its own is named by its address. */
const apart = /new URL\('([^']+\.ts)', import\.meta\.url\)/g

/** What somebody starts. */
const started = [
  ...['api', 'worker', 'engines', 'all', 'migrate'].map((name) => `src/main/${name}.ts`),
  ...globSync('src/main/commands/*.ts', { cwd: root }),
  ...['calibrate', 'tilts'].map((name) => `tools/calibration/${name}.ts`),
]
const nameOf = (file) =>
  started.includes(file)
    ? basename(file, '.ts')
    : file.slice('src/'.length, -'.ts'.length).replaceAll('/', '-')

/** The files that are started, by people or by others of them, by the names under which they are. */
function findEntries() {
  const others = globSync('src/**/*.ts', { cwd: root })
    .filter((file) => !/^src\/main\/local\/|\/browser\//.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(apart)].map(([, named]) => join(dirname(file), named)),
    )
  const files = [...new Set([...started, ...others])]
  return {
    ...Object.fromEntries(files.map((file) => [nameOf(file), join(root, file)])),
    'temporal-thread': join(sdk, 'lib/workflow/workflow-worker-thread.js'),
  }
}

const read = (file) => readFileSync(join(root, file), 'utf8')
const sdk = join(root, 'node_modules/@temporalio/worker')

/** What files of packages ask of the place where they stand, as it is to be asked of the place where they come to. */
const moved = [
  {
    file: '@temporalio/worker/lib/workflow/threaded-vm.js',
    from: "require.resolve('./workflow-worker-thread')",
    to: "require('node:path').join(__dirname, 'temporal-thread.js')",
  },
  {
    file: '@temporalio/worker/lib/workflow/bundler.js',
    from: "require.resolve('../workflow-log-interceptor')",
    to: "'@temporalio/worker/lib/workflow-log-interceptor'",
  },
  {
    file: '@temporalio/core-bridge/common.js',
    from: "path.resolve(__dirname, 'releases',",
    to: "path.resolve(require.resolve('@temporalio/core-bridge/package.json'), '../releases',",
  },
  {
    file: 'source-map/lib/read-wasm.js',
    from: 'path.join(__dirname, "mappings.wasm")',
    to: "require.resolve('source-map/lib/mappings.wasm')",
  },
]

const places = {
  name: 'places',
  resolveId: (id) => (bundlers.has(id) ? noBundler : undefined),
  load: (id) =>
    id === noBundler
      ? "export class Volume { constructor() { throw new Error('WORKFLOW_BUNDLE is not set, and this build cannot bundle workflows') } }"
      : undefined,
  transform(code, id) {
    const file = relative(root, id)
    if (!file.startsWith('node_modules/'))
      return file.endsWith('.ts') ? moveOwn(code, file) : undefined
    const edits = moved.filter((one) => file === `node_modules/${one.file}`)
    for (const { from, to } of edits) {
      if (!code.includes(from)) throw new Error(`${file} has no ${from}: it is another version`)
      code = code.replaceAll(from, to)
    }
    return edits.length > 0 ? code : undefined
  },
}

/** Our own files find others beside them: threads under their new names, all else where it stands. */
function moveOwn(code, file) {
  const folder = dirname(file)
  const named = code
    .replace(apart, (_, other) => `new URL('./${nameOf(join(folder, other))}.js', import.meta.url)`)
    // What two processes share, as `all` does with `api`, stands in a file of its own.
    .replaceAll('import.meta.main', `/(?:^|[/\\\\])${nameOf(file)}\\.[jt]s$/.test(process.argv[1])`)
  if (!named.includes('import.meta.dirname')) return named
  const way = JSON.stringify(relative(target, join(root, folder)))
  return `import { resolve as toPlace } from 'node:path'\n${named.replaceAll('import.meta.dirname', `toPlace(import.meta.dirname, ${way})`)}`
}

export async function bundleService() {
  const bundle = await rolldown({
    cwd: root,
    input: findEntries(),
    platform: 'node',
    external: [outside],
    plugins: [places],
    transform: { define: { __dirname: 'import.meta.dirname' } },
    logLevel: 'warn',
  })
  rmSync(target, { recursive: true, force: true })
  const { output } = await bundle.write({
    dir: target,
    format: 'esm',
    sourcemap: false,
    entryFileNames: '[name].js',
    chunkFileNames: 'part-[name]-[hash].js',
  })
  await bundle.close()
  const modules = output.flatMap((chunk) => Object.keys(chunk.modules ?? {}))
  writeFileSync(join(target, 'LICENSES.txt'), licencesOf(modules))
  for (const file of started) keepName(file)
  return output
}

/** A file of one line under the name that a command has in a clone, so that pages name it once. */
function keepName(file) {
  const named = join(target, 'names', file)
  mkdirSync(dirname(named), { recursive: true })
  const way = relative(dirname(file), `build/service/${nameOf(file)}.js`)
  writeFileSync(named, `import '${way}'\n`)
}

/** The texts under which the packages inside may be passed on. */
function licencesOf(modules) {
  const folders = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []),
  )
  return [...folders]
    .toSorted()
    .map((folder) => {
      const { name, version, license } = JSON.parse(
        readFileSync(join(folder, 'package.json'), 'utf8'),
      )
      const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
      const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
      return [`${name} ${version}: ${license}`, ...texts].join('\n\n')
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`)
}

if (process.argv[1] === import.meta.filename) {
  const began = Date.now()
  const output = await bundleService()
  const bytes = output.reduce((sum, { code = '' }) => sum + Buffer.byteLength(code), 0)
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  process.stdout.write(`${output.length} files, ${(bytes / 1e6).toFixed(1)} MB, in ${seconds} s\n`)
}
