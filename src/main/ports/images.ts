// Opens the configured image store: a folder, a bucket, or none.
import { storageAway, type ObjectStore } from '#src/platform/object-store.ts'
import { createCleaner } from '#src/biometrics/images/cleaner.ts'
import { folderStore } from '#src/biometrics/images/folder.ts'
import { createImages, type Images } from '#src/biometrics/images/images.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import { s3Store } from '#src/biometrics/images/s3.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Config } from '#src/main/config/config.ts'

type Needed = {
  readonly config: Config
  readonly sealer: Sealer
  readonly metrics: Pick<Metrics, 'objectStoreSeconds'>
}

export function openImages(
  { config, sealer, metrics }: Needed,
  parts: AsyncDisposableStack,
): { readonly images: Images; readonly store: ObjectStore | undefined } {
  const opened = openStore(config)
  const store = opened && timed(opened, metrics)
  const cleaner = createCleaner()
  parts.defer(() => cleaner.close())
  return { images: createImages(sealer, store ?? noStore, cleaner), store }
}

function openStore(config: Config): ObjectStore | undefined {
  if (config.IMAGES_FOLDER !== undefined) return folderStore(config.IMAGES_FOLDER)
  if (config.S3_ENDPOINT === undefined) return undefined
  return s3Store({
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  })
}

/** Measures each call of the store, except listing, whose duration depends on its reader. */
function timed(
  store: ObjectStore,
  { objectStoreSeconds }: Pick<Metrics, 'objectStoreSeconds'>,
): ObjectStore {
  async function time<T>(operation: string, call: () => Promise<T>): Promise<T> {
    const end = objectStoreSeconds.startTimer({ operation })
    try {
      const result = await call()
      end({ outcome: 'done' })
      return result
    } catch (error) {
      end({ outcome: 'failed' })
      throw error
    }
  }
  return {
    put: (name, bytes) => time('put', () => store.put(name, bytes)),
    get: (name) => time('get', () => store.get(name)),
    remove: (names) => time('remove', () => store.remove(names)),
    list: (folder) => store.list(folder),
  }
}

/** Without a store, operations with images answer 503. */
const refuse = async (): Promise<never> => {
  throw storageAway(new Error('neither IMAGES_FOLDER nor S3_ENDPOINT is set'))
}

const noStore: ObjectStore = {
  put: refuse,
  get: refuse,
  remove: refuse,
  list: () => {
    throw storageAway(new Error('neither IMAGES_FOLDER nor S3_ENDPOINT is set'))
  },
}
