import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findExternalServer } from '#src/main/local/external-temporal.ts'
import { findTemporal } from '#src/main/local/temporal-binary.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atesta-binary-'))
  vi.stubEnv('PATH', `${join(folder, 'bin')}:/usr/bin:/bin`)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** A program that says of itself what Temporal's CLI says. */
function install(path: string, server: string): string {
  const file = join(folder, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, `#!/bin/sh\necho "temporal version 1.9.0 (Server ${server}, UI 2.50.1)"\n`)
  chmodSync(file, 0o755)
  return file
}

describe('which Temporal serves locally', () => {
  test('an installed one comes before the cached one', async () => {
    const installed = install('bin/temporal', '1.33.1')
    install('cache/temporal-1.32.0', '1.32.0')
    await expect(findTemporal(join(folder, 'cache'))).resolves.toEqual({
      path: installed,
      server: '1.33.1',
    })
  })

  test.each(['1.9.9', '1.31.4'])(
    'an installed one with server %s is too old: the cached one',
    async (old) => {
      install('bin/temporal', old)
      const cached = install('cache/temporal-1.32.0', '1.32.0')
      await expect(findTemporal(join(folder, 'cache'))).resolves.toEqual({
        path: cached,
        server: '1.32.0',
      })
    },
  )

  test('a cached file that does not run is passed over', async () => {
    writeFileSync(install('cache/temporal-1.32.0', '1.32.0'), 'half a download')
    const downloaded = install('cache/temporal-cli-v1.9.0', '1.32.0')
    await expect(findTemporal(join(folder, 'cache'))).resolves.toMatchObject({ path: downloaded })
  })

  test('told to end, it neither downloads nor builds', async () => {
    const signal = AbortSignal.abort(new Error('SIGINT'))
    await expect(findTemporal(join(folder, 'cache'), signal)).rejects.toThrow('SIGINT')
  })
})

describe('a server that somebody else runs', () => {
  test('TEMPORAL_ADDRESS names one', () => {
    const found = findExternalServer({
      TEMPORAL_ADDRESS: 'temporal.test:7233',
      TEMPORAL_NAMESPACE: 'n',
    })
    expect(found).toMatchObject({ address: 'temporal.test:7233', namespace: 'n' })
  })

  test('a profile names one, with its TLS and key', () => {
    const file = join(folder, 'temporal.toml')
    writeFileSync(
      file,
      '[profile.cloud]\naddress = "cloud.test:7233"\nnamespace = "n.a"\napi_key = "k"\n',
    )
    const found = findExternalServer({ TEMPORAL_CONFIG_FILE: file, TEMPORAL_PROFILE: 'cloud' })
    expect(found?.connection).toEqual({ address: 'cloud.test:7233', apiKey: 'k', tls: true })
    expect(found?.namespace).toBe('n.a')
  })

  test('without address there is none, and one is started', () => {
    expect(findExternalServer({ TEMPORAL_CONFIG_FILE: join(folder, 'none.toml') })).toBeUndefined()
  })
})
