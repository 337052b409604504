// The processes and commands of the image as some files in build/service, by which a start reads ten files and not two
// thousand. It is the same program as `node src/main/api.ts`, whose files stay where they are.
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type Plugin, rolldown, type RolldownOutput } from 'rolldown'

const root = resolve(import.meta.dirname, '..')
const target = join(root, 'build/service')
const sdk = join(root, 'node_modules/@temporalio/worker')

/** Native code, and packages that look for files of their own: they stay in node_modules (tools/image-packages.ts). */
const outside =
  /^(?:sharp|piscina|tesseract\.js-core|zxing-wasm|pino-pretty|@tensorflow\/.+|@vladmandic\/.+)(?:\/.*)?$/

/** The Temporal SDK bundles workflows by these; the image has the bundle. */
const bundlers = new Set(['webpack', 'memfs', 'unionfs'])
const noBundler = '\0no-bundler'
const noBundlerCode = `export class Volume {
  constructor() { throw new Error('WORKFLOW_BUNDLE is not set, and this build cannot bundle workflows') }
}`

/** What runs in a process or a thread of its own is named by its address. */
const apart = /new URL\('([^']+\.ts)', import\.meta\.url\)/g
/** What is read as it is: a picture, say. */
const read = /new URL\('([^']+\.(?!ts')\w+)', import\.meta\.url\)/g

/** What somebody starts. */
const started = [
  ...['api', 'worker', 'engines', 'all', 'migrate'].map((name) => `src/main/${name}.ts`),
  ...globSync('src/main/commands/*.ts', { cwd: root }),
]
const nameOf = (file: string): string =>
  started.includes(file)
    ? basename(file, '.ts')
    : file.slice('src/'.length, -'.ts'.length).replaceAll('/', '-')

/** The files that are started, by people or by others of them, by the names under which they are. */
function findEntries(): Record<string, string> {
  const others = globSync('src/**/*.ts', { cwd: root })
    .filter((file) => !/^src\/main\/local\/|\/browser\//.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(apart)].map(([, named = '']) =>
        join(dirname(file), named),
      ),
    )
  const files = [...new Set([...started, ...others])]
  return {
    ...Object.fromEntries(files.map((file) => [nameOf(file), join(root, file)])),
    'temporal-thread': join(sdk, 'lib/workflow/workflow-worker-thread.js'),
  }
}

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
] as const

const places: Plugin = {
  name: 'places',
  resolveId: (id) => (bundlers.has(id) ? noBundler : undefined),
  load: (id) => (id === noBundler ? noBundlerCode : undefined),
  transform(code, id) {
    const file = relative(root, id)
    if (!file.startsWith('node_modules/'))
      return file.endsWith('.ts') ? moveOwn(code, file) : undefined
    const edits = moved.filter((one) => file === `node_modules/${one.file}`)
    for (const { from } of edits)
      if (!code.includes(from)) throw new Error(`${file} has no ${from}: it is another version`)
    return edits.reduce((text, { from, to }) => text.replaceAll(from, to), code)
  },
}

/** Our own files find others beside them: threads under their new names, all else where it stands. */
function moveOwn(code: string, file: string): string {
  const folder = dirname(file)
  const isStarted = `/(?:^|[/\\\\])${nameOf(file)}\\.[jt]s$/.test(process.argv[1])`
  const named = code
    .replace(read, (_, other: string) => {
      const way = relative(target, join(root, folder, other))
      return `new URL('${way}', import.meta.url)`
    })
    .replace(
      apart,
      (_, other: string) => `new URL('./${nameOf(join(folder, other))}.js', import.meta.url)`,
    )
    // What two processes share, as `all` does with `api`, stands in a file of its own.
    .replaceAll('import.meta.main', isStarted)
  if (!named.includes('import.meta.dirname')) return named
  const way = JSON.stringify(relative(target, join(root, folder)))
  const place = `toPlace(import.meta.dirname, ${way})`
  return `import { resolve as toPlace } from 'node:path'\n${named.replaceAll('import.meta.dirname', place)}`
}

export async function bundleService(): Promise<RolldownOutput['output']> {
  await using bundle = await rolldown({
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
  const modules = output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []))
  writeFileSync(join(target, 'LICENSES.txt'), licencesOf(modules))
  return output
}

/** Files of one line under the names that commands have in a clone, so that pages name them once. */
export function keepNames(folder: string): void {
  for (const file of started) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    const way = relative(dirname(file), `build/service/${nameOf(file)}.js`)
    writeFileSync(join(folder, file), `import '${way}'\n`)
  }
}

type Manifest = { readonly name: string; readonly version: string; readonly license?: string }

/** The texts under which the packages inside may be passed on. */
function licencesOf(modules: readonly string[]): string {
  const folders = modules.flatMap(
    (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? [],
  )
  return [...new Set(folders)]
    .toSorted()
    .map((folder) => {
      const open = (file: string) => readFileSync(join(folder, file), 'utf8')
      // Safe as far as npm goes, which has installed it by this file.
      const { name, version, license = '' } = JSON.parse(open('package.json')) as Manifest
      const files = readdirSync(folder).filter((file) =>
        /^(?:licen[cs]e|copying|notice)/i.test(file),
      )
      const texts = files.map((file) => open(file).trim())
      return [`${name} ${version}: ${license}`, ...texts].join('\n\n')
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`)
}
