// Builds the console into build/console. Does nothing when that is there already.
import { join } from 'node:path'
import { defineBuild, gzipAndBrotli, options, root } from './browser-build.mjs'

export const source = join(root, 'src/console/app')

/** Preact's own JSX, in the build as in the development server. */
export const jsx = { runtime: 'automatic', importSource: 'preact' }

export const consoleApp = defineBuild({
  name: 'console',
  source,
  tool: 'build-console.mjs',
  packages: [
    'vite',
    'preact',
    'preact-iso',
    'uplot',
    '@codemirror/view',
    '@panzoom/panzoom',
    'yaml',
  ],
  codings: gzipAndBrotli,
  async make(folder) {
    const { build } = await import('vite')
    await build({
      ...options,
      root: source,
      base: '/console/assets/',
      oxc: { jsx },
      build: {
        ...options.build,
        outDir: folder,
        rollupOptions: { input: join(source, 'main.tsx') },
      },
    })
    return {}
  },
})

if (process.argv[1] === import.meta.filename && !consoleApp.isBuilt()) {
  const ms = await consoleApp.build()
  process.stderr.write(`The console was built in ${(ms / 1000).toFixed(1)} s.\n`)
}
