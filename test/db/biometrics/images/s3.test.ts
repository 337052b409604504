// Images in a real S3 server, and what becomes of them on its bad days.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createImages } from '#src/biometrics/images/images.ts'
import { s3Store } from '#src/biometrics/images/s3.ts'
import { newId } from '#src/platform/ids.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { close, listen } from '#test/support/servers/listen.ts'
import { drawImage, listAll } from '#test/support/biometrics/images.ts'
import { findVersitygw, type S3Server, startS3 } from '#test/support/servers/versitygw.ts'
import { startAws } from './chain.ts'
import { testSubmissions, withStore } from './submissions.ts'

const binary = await findVersitygw()
const sealer = createSealer(openKeyring(createKeyring()))

let server: S3Server
const submitting = withStore(() => server)

describe.skipIf(binary === undefined)(
  'images in an S3 server (needs Go once, to build versitygw)',
  () => {
    beforeAll(async () => {
      server = await startS3(binary ?? '')
    })
    afterAll(() => server.close())

    const makeOwner = async () => {
      const id = newId()
      return { id, tenant: 'acme', key: (await sealer.createKey('acme', id)).wrapped }
    }

    test('are put, listed, read and removed', async () => {
      const store = s3Store(server)
      const images = createImages(sealer, store)
      const owner = await makeOwner()
      const pictures = await Promise.all([1, 2, 3, 4].map((seed) => drawImage(seed)))
      const stored = await images.put(owner, pictures)
      for (const [at, { id }] of stored.entries())
        expect(Buffer.from(await images.load(owner, id))).toEqual(pictures[at])
      const day = `${new Date().toISOString().slice(0, 10)}/`
      const names = await listAll(store, day)
      expect(names).toHaveLength(4)
      await store.remove(names)
      expect(await listAll(store, day)).toEqual([])
      await store.remove(names)
      await expect(images.load(owner, stored[0]?.id ?? '')).rejects.toMatchObject({
        name: 'ImageLost',
      })
    })

    test('go without headers of checksums, which several stores refuse', async () => {
      const heard: string[] = []
      const strict = createServer((request, answer) => {
        heard.push(...Object.keys(request.headers))
        request.resume().on('end', () => answer.writeHead(200, { etag: '"a"' }).end())
      })
      const port = await listen(strict)
      onTestFinished(() => void strict.close())
      const store = s3Store({ ...server, endpoint: `http://127.0.0.1:${port}/bucket` })
      await store.put('a', Buffer.from('sealed'))
      await store.remove(['a'])
      expect(heard).toContain('authorization')
      expect(
        heard.filter((name) => /checksum|trailer|content-md5|content-encoding/.test(name)),
      ).toEqual([])
    })

    test('of 20 MB go and come whole', async () => {
      const store = s3Store(server)
      const name = `2026-11-22/${newId()}`
      const bytes = Buffer.alloc(20_000_000, 'large')
      await store.put(name, bytes)
      expect(Buffer.from((await store.get(name)) ?? []).equals(bytes)).toBe(true)
      await store.remove([name])
    })

    test('in which a bit has flipped do not open', async () => {
      const images = createImages(sealer, s3Store(server))
      const owner = await makeOwner()
      const [stored] = await images.put(owner, [await drawImage()])
      const days = await readdir(server.folder)
      const day = days.find((one) => one.startsWith('20')) ?? ''
      const file = join(server.folder, day, stored?.id ?? '')
      const bytes = await readFile(file)
      bytes[30] = (bytes[30] ?? 0) ^ 4
      await writeFile(file, bytes)
      await expect(images.load(owner, stored?.id ?? '')).rejects.toMatchObject({
        name: 'SealError',
      })
      await rm(file)
    })

    test('are away with a wrong key, a wrong bucket, or no server', async () => {
      const id = newId()
      const wrong = [
        { ...server, secretAccessKey: 'another' },
        { ...server, endpoint: server.endpoint.replace(/images$/, 'nothing') },
        { ...server, endpoint: 'http://127.0.0.1:9/images' },
      ]
      for (const config of wrong) {
        const store = s3Store(config)
        const away = { code: 'unavailable', reason: 'storage-away' }
        await expect(store.put(`2026-11-22/${id}`, Buffer.from('x'))).rejects.toMatchObject(away)
        await expect(store.get(`2026-11-22/${id}`)).rejects.toMatchObject(away)
        await expect(listAll(store, '2026-11-22/')).rejects.toMatchObject(away)
      }
    })

    test('are away when the server is full, or takes too long', async () => {
      const answers = { full: 507, slow: 0 }
      for (const status of Object.values(answers)) {
        const faulty = createServer((_, response) => {
          if (status > 0)
            response.writeHead(status).end('<Error><Code>InsufficientStorage</Code></Error>')
        })
        const port = await listen(faulty)
        const store = s3Store({
          ...server,
          endpoint: `http://127.0.0.1:${port}/images`,
          timeoutMs: 300,
        })
        const putting = store.put(`2026-11-22/${newId()}`, Buffer.from('x'))
        await expect(putting).rejects.toMatchObject({ code: 'unavailable' })
        await close(faulty)
      }
    })

    describe('without keys in the settings', () => {
      const names = [
        'AWS_ACCESS_KEY_ID',
        'AWS_SECRET_ACCESS_KEY',
        'AWS_SESSION_TOKEN',
        'AWS_PROFILE',
      ]
      const stub = (changed: Readonly<Record<string, string>>) => {
        for (const name of names) vi.stubEnv(name, undefined)
        const nowhere = { AWS_SHARED_CREDENTIALS_FILE: '/nowhere', AWS_CONFIG_FILE: '/nowhere' }
        const all = { ...nowhere, AWS_EC2_METADATA_DISABLED: 'true', ...changed }
        for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value)
      }
      const keyless = () => ({ endpoint: server.endpoint, region: server.region })
      const tryOut = async (config: Parameters<typeof s3Store>[0]) => {
        const name = `2026-11-22/${newId()}`
        const store = s3Store(config)
        await store.put(name, Buffer.from('kept'))
        expect(String(await store.get(name).then((bytes) => Buffer.from(bytes ?? [])))).toBe('kept')
        await store.remove([name])
      }
      afterEach(() => vi.unstubAllEnvs())

      test('those of the environment are taken', async () => {
        stub({
          AWS_ACCESS_KEY_ID: server.accessKeyId,
          AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
        })
        await expect(tryOut(keyless())).resolves.toBeUndefined()
      })

      test('a web identity gets them for its token, which is read anew', async () => {
        const aws = await startAws(server)
        const folder = await mkdtemp(join(tmpdir(), 'atesta-identity-'))
        onTestFinished(() => rm(folder, { recursive: true }))
        const file = join(folder, 'token')
        await writeFile(file, 'first')
        stub({
          AWS_WEB_IDENTITY_TOKEN_FILE: file,
          AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/atesta',
          AWS_ENDPOINT_URL_STS: aws.url,
        })
        const store = s3Store({ endpoint: `${aws.url}/bucket`, region: 'sa-east-1' })
        await store.put('a', Buffer.from('x'))
        await writeFile(file, 'second')
        await store.put('b', Buffer.from('x'))
        const role = 'AssumeRoleWithWebIdentity arn:aws:iam::123456789012:role/atesta'
        expect([aws.asked[0], aws.asked.at(-1)]).toEqual([`${role} first`, `${role} second`])
        expect(aws.tokens).toEqual([
          expect.stringMatching(/^session-/),
          expect.stringMatching(/^session-/),
        ])
      })

      test('a container’s role has them at its address, with a session token that goes along', async () => {
        const aws = await startAws(server)
        stub({
          AWS_CONTAINER_CREDENTIALS_FULL_URI: `${aws.url}/role`,
          AWS_CONTAINER_AUTHORIZATION_TOKEN: 'ours',
        })
        await s3Store({ endpoint: `${aws.url}/bucket`, region: 'sa-east-1' }).put(
          'a',
          Buffer.from('x'),
        )
        expect([aws.asked, aws.tokens]).toEqual([['/role ours'], ['session-1']])
      })

      test('who finds none is told that the store is away', async () => {
        stub({})
        await expect(s3Store(keyless()).put('a', Buffer.from('x'))).rejects.toMatchObject({
          reason: 'storage-away',
        })
      })
    })

    testSubmissions(submitting, () => server)
  },
)
