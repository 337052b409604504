// The image is built from what its ignore file lets through, and from nothing else.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ownFolder } from '#src/main/own-packs.ts'
import { listKept, listPackages } from '#tools/image-packages.ts'

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n')

/** What the image is made of, by the lines that copy from the checkout. */
const copied = linesOf('Dockerfile')
  .filter((line) => /^COPY (?!--from)/.test(line))
  .flatMap((line) => line.split(' ').slice(1, -1))

test('what the image copies is let through', () => {
  const open = new Set(linesOf('.dockerignore').filter((line) => line.startsWith('!')))
  expect(copied.filter((name) => !open.has(`!${name}`))).toEqual([])
})

test('it is built with the patched packages or not at all', () => {
  expect(copied).toContain('tools/patches')
  expect(linesOf('Dockerfile').find((line) => line.includes('npm ci'))).toBe(
    'RUN npm ci --ignore-scripts && npx patch-package --patch-dir tools/patches --error-on-fail',
  )
})

test('the packs of the service stand in it', () => {
  expect(copied).toContain('workflows')
  const last = linesOf('Dockerfile').filter((line) => line.startsWith('COPY --from=build'))
  expect(last).toContain('COPY --from=build /image/api/workflows workflows')
  expect(existsSync(join(ownFolder, 'basic.yaml'))).toBe(true)
  expect(relative('.', ownFolder)).toBe('workflows/packs')
})

test('what asks where it stands does so in a way that bundling follows (tools/bundle-service.ts)', () => {
  const followed =
    /new URL\('[^']+\.\w+', import\.meta\.url\)|createRequire\(import\.meta\.url\)|import\.meta\.(?:dirname|main)/g
  const others = globSync('{src,activities}/**/*.ts')
    .filter((file) => !/^src\/main\/local\/|\/browser\//.test(file))
    .flatMap((file) =>
      linesOf(file).flatMap((line) =>
        line.replaceAll(followed, '').includes('import.meta') ? [`${file}: ${line}`] : [],
      ),
    )
  expect(others).toEqual([])
})

test('it has every file that the sources ask packages for by name', () => {
  const { resolve: find } = createRequire(import.meta.url)
  const kept = (['api', 'engines'] as const).flatMap((target) =>
    listPackages(target).flatMap((name) =>
      listKept(target, name).map((file) => join('node_modules', name, file)),
    ),
  )
  const asked = globSync('src/**/*.ts')
    .filter((file) => !/^src\/main\/local\/|\/browser\//.test(file))
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(
        /(?:\brequire|distOf|require\(import\.meta\.url\)\.resolve|require\.resolve)\('([^']+)'\)/gi,
      ),
    ])
    .map(([, name = '']) => relative('.', find(name)))
  expect(asked.length).toBeGreaterThan(6)
  expect(asked.filter((file) => !kept.includes(file))).toEqual([])
})

test('its bases can be pinned, and its last stage has the engines', () => {
  const stages = linesOf('Dockerfile').filter((line) => line.startsWith('FROM '))
  expect(stages.map((line) => line.replace(/^FROM /, ''))).toEqual([
    '${BASE} AS build',
    '${BASE} AS app',
    'app AS compiled',
    'app AS api',
    'api AS engines',
  ])
})

test('a build with a version fails where its base has no digest, and says how to give it', () => {
  const [, check = ''] =
    /^RUN (case "\$VERSION"[^]*?esac ;; esac)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? []
  const build = (VERSION: string, BASE: string) => {
    const { status, stderr } = spawnSync('/bin/sh', ['-c', check], {
      env: { VERSION, BASE },
      encoding: 'utf8',
    })
    return { status, stderr }
  }
  const tag = 'docker.io/library/node:26.10.0-bookworm-slim'
  expect(build('unreleased', tag)).toEqual({ status: 0, stderr: '' })
  expect(build('0.1.0', `${tag}@sha256:${'a'.repeat(64)}`)).toEqual({ status: 0, stderr: '' })
  const refused = build('0.1.0', tag)
  expect(refused.status).toBe(1)
  expect(refused.stderr).toContain(`--build-arg BASE=${tag}@sha256:`)
})

test('the browser’s side of the hosted page can be built of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atesta-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of copied) cpSync(name, join(folder, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const { status, stderr } = spawnSync(process.execPath, ['tools/build-capture.mjs'], {
    cwd: folder,
  })
  expect({ status, said: String(stderr) }).toMatchObject({ status: 0 })
  expect(existsSync(join(folder, 'build/capture/manifest.json'))).toBe(true)
})
