// Loads what the face step needs before its library asks for it, and says how much of it has come.

type Weight = {
  /** Of all files, and as they come over the line. */
  readonly whole: number
  readonly sent: number
}

type Heard = {
  readonly signal: AbortSignal
  /** 0 to 1. */
  readonly onShare: (share: number) => void
}

/** What was loaded during earlier steps comes from the cache at once. Rejects when a file does not come. */
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

/** Millions of bytes, with one digit. */
export const inMegabytes = (bytes: number, language: string): string =>
  (bytes / 1_000_000).toLocaleString(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
