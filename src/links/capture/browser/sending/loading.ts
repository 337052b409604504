// Loads the files of the face step before its library asks for them, and reports the progress.

type Weight = {
  /** The total size of the files, uncompressed and as transferred. */
  readonly whole: number
  readonly sent: number
}

type Heard = {
  readonly signal: AbortSignal
  /** From 0 to 1. */
  readonly onShare: (share: number) => void
}

/** Files loaded during earlier steps come from the cache at once. Rejects when a file cannot be loaded. */
export async function loadFiles(
  files: readonly string[],
  { whole }: Weight,
  { signal, onShare }: Heard,
): Promise<void> {
  let got = 0
  for (const address of files) {
    const { body } = await fetch(address, { signal })
    const reader = body?.getReader()
    for (;;) {
      const part = await reader?.read()
      if (!part || part.done) break
      got += part.value.byteLength
      onShare(Math.min(1, got / Math.max(1, whole)))
    }
  }
}

/** In megabytes, with one decimal. */
export const inMegabytes = (bytes: number, language: string): string =>
  (bytes / 1_000_000).toLocaleString(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
