// Opens the configured image store: a folder, a bucket, or none.
import { storageAway } from '#src/biometrics/images/away.ts'
import { createCleaner } from '#src/biometrics/images/cleaner.ts'
import { folderStore } from '#src/biometrics/images/folder.ts'
import { createImages, type Images } from '#src/biometrics/images/images.ts'
import type { ObjectStore } from '#src/biometrics/images/port.ts'
import { s3Store } from '#src/biometrics/images/s3.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Config } from '#src/main/config/config.ts'

export function openImages(
  config: Config,
  sealer: Sealer,
  parts: AsyncDisposableStack,
): { readonly images: Images; readonly store: ObjectStore | undefined } {
  const store = openStore(config)
  const cleaner = createCleaner()
  parts.defer(() => cleaner.close())
  return { images: createImages(sealer, store ?? noStore, cleaner.clean), store }
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

/** Operations with images answer 503. */
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
